import { z } from 'zod';
import type { ErrorCode } from '../errors/index.ts';
import type { Access, CallPath, Method } from '../paths/call-path.ts';

/** One file in a multipart form beside the fields of `body`. */
export interface Upload {
  readonly field: string;
  readonly required: boolean;
  readonly bytesMax: number;
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
  /** Limit of JSON bodies that carry more than form fields; default 256 kB. */
  readonly jsonBytesMax?: number;
  /** The error for a body that is too large; default `TOO_LARGE`. */
  readonly tooLarge?: ErrorCode;
  readonly response: Response;
  /** Status of a success; default 200. */
  readonly success?: 200 | 201 | 204;
  /** Media type of the response; default JSON. */
  readonly produces?: 'application/json' | 'text/csv' | 'image/jpeg';
  /** Appends to the ledger, so it takes an `Idempotency-Key` and answers with `Ledger-Event`. */
  readonly ledger?: boolean;
  /** Requires a password entered within the last five minutes (`STEP_UP_SECONDS`); otherwise 401 `STEP_UP_REQUIRED`. */
  readonly stepUp?: true;
  /**
   * What clients poll or often fetch, without personal data but nicknames: browsers keep it, and ask whether it has
   * changed. Other responses to signed-in callers are not stored anywhere.
   */
  readonly polled?: true;
  /** Its own errors, in addition to those of every call. */
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
 * Defines the request and response of a call of `paths/`; the server mounts it, the client's types and the
 * documentation are derived from it.
 *
 * A message of a schema that is an `ErrorCode` (`z.string().min(1, 'NICKNAME_REQUIRED')`) refuses the request with that
 * error; any other mismatch is `BAD_REQUEST`.
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

/** Whether responses have an ETag: to GET, polled or of what everyone may see, then only to visitors. */
export const isRevalidated = (
  { method, access, polled }: Pick<Endpoint, 'method' | 'access' | 'polled'>,
  isVisitor = true,
): boolean => method === 'GET' && (polled === true || (access === 'anyone' && isVisitor));

/** The response of calls that only confirm. `message` is in English, as the specification's clients show it. */
export const messageResponse = z.object({ message: z.string() });

const pageSizeMax = 100;

/** The page of a list: at most 100 rows, from `cursor` on. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(50),
  cursor: z.string().max(200).optional(),
});

/** The `cursor` of the next page; null on the last one. */
export const nextCursor = z.string().nullable();

/** The response of such a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), nextCursor });

export const csvFile = { response: z.string(), produces: 'text/csv' } as const;
export const jpegFile = {
  response: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
  produces: 'image/jpeg',
} as const;

/** The language of texts, as sent by the specification's clients. */
export const storedLanguage = z.string().max(10).nullish();

/** What the only admin types to confirm what no other one can check: the `confirmAlone` of the refusal CONFIRM_ALONE. */
export const confirmAlone = z.string('CONFIRM_ALONE').max(100, 'CONFIRM_ALONE').optional();
