import type { z } from 'zod';

/** The union `{type, data}` of a table of schemas by event type. */
export type EventsOf<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Type in keyof Schemas & string]: {
    readonly type: Type;
    readonly data: Readonly<z.output<Schemas[Type]>>;
  };
}[keyof Schemas & string];
