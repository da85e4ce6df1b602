import { z } from 'zod';

/** A JSON text, parsed; to be piped into the schema of its value. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as SyntaxError).message });
    return z.NEVER;
  }
});

export type TextSchema<T> = z.ZodType<T, string>;
