import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';

/**
 * Who may call. Deny by default: an endpoint without one does not compile.
 *
 * - `anyone`: no token needed; a valid one is recognised, a bad one is refused.
 * - `signed-in`: any account; what it then sees is its own.
 * - `staff`: managers and admins.
 * - `admin`: admins.
 */
export type Access = 'anyone' | 'signed-in' | 'staff' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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
> {
  readonly method: Method;
  /** Path below `/api/v1` in the router's form (`/sell/sell-orders/:id/cancel`). */
  readonly path: string;
  /** Other spellings of the same call, with the same parameters. */
  readonly aliases?: readonly string[];
  readonly access: Caller;
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
> = Omit<Endpoint<P, Q, B, R, A>, 'params' | 'query' | 'body' | 'errors'> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly errors?: readonly ErrorCode[];
};

/**
 * Defines a call once; the server mounts it, the client is typed by it, the documentation is made from it.
 *
 * A message of a schema that is an `ErrorCode` (`z.string().min(1, 'NICKNAME_REQUIRED')`) refuses the request
 * with that error; any other mismatch is `BAD_REQUEST`.
 */
export function endpoint<
  R extends z.ZodType,
  A extends Access,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(definition: Definition<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    errors: [],
    ...definition,
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
