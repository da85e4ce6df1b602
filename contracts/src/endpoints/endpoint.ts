import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';
import type { Access, CallPath, Method } from '../paths/call-path.ts';

/** One file in a multipart form beside the fields of `body`. */
export interface Upload {
  readonly field: string;
  readonly required: boolean;
  readonly maxBytes: number;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Access = Access,
> extends CallPath<Method, Caller> {
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Accepts `multipart/form-data` as well as JSON. */
  readonly upload?: Upload;
  /** How large JSON may be where it carries more than a form's fields; else 256 kB. */
  readonly maxJsonBytes?: number;
  /** What a body that is too large is refused with; `TOO_LARGE` unless stated. */
  readonly tooLarge?: ErrorCode;
  readonly response: Response;
  /** Status of a success; 200 unless stated. */
  readonly success?: 200 | 201 | 204;
  /** Media type of the answer; JSON unless stated. */
  readonly produces?: 'application/json' | 'text/csv' | 'image/jpeg';
  /** Appends to the ledger, so it takes an `Idempotency-Key` and answers with `Ledger-Event`. */
  readonly ledger?: boolean;
  /** Asks for a password not older than five minutes (`STEP_UP_SECONDS`); else 401 `STEP_UP_REQUIRED`. */
  readonly stepUp?: true;
  /** Errors of its own, beside those every call can give. */
  readonly errors: readonly ErrorCode[];
}

const nothing = z.object({});
type Nothing = typeof nothing;

type Definition<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
> = Omit<Endpoint<P, Q, B, R, A>, keyof CallPath | 'params' | 'query' | 'body' | 'errors'> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly errors?: readonly ErrorCode[];
};

/**
 * Defines what a call of `paths/` takes and answers; the server mounts it, the client is typed by it, the documentation is made from it.
 *
 * A message of a schema that is an `ErrorCode` (`z.string().min(1, 'NICKNAME_REQUIRED')`) refuses the request
 * with that error; any other mismatch is `BAD_REQUEST`.
 */
export function endpoint<
  R extends z.ZodType,
  At extends CallPath,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(path: At, definition: Definition<P, Q, B, R, At['access']>): Endpoint<P, Q, B, R, At['access']> & At {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    ...path,
    ...definition,
    errors: [...(definition.errors ?? []), ...(definition.stepUp ? (['STEP_UP_REQUIRED'] as const) : [])],
  };
}

/** Answered by calls that only confirm. `message` is in English, as the specification's clients show it. */
export const messageResponse = z.object({ message: z.string() });

const maxPageSize = 100;

/** The window of a list: at most 100 rows, going on where `cursor` says. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  cursor: z.string().max(200).optional(),
});

/** The language of sentences, as the specification's clients send it along. */
export const storedLanguage = z.string().max(10).optional();
