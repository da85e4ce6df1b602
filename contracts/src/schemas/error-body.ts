import { z } from 'zod';

/**
 * The body of every failed response. `error` is a text in the caller's language, `message` the specification's English
 * text, `details` what a client needs to continue (a new price, what has changed, which field).
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
