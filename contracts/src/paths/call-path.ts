/**
 * Who may call. A call without one does not compile.
 *
 * - `anyone`: no token needed; a valid one is recognised, an invalid one is refused.
 * - `signed-in`: any account; it sees its own data.
 * - `staff`: managers and admins.
 * - `admin`: admins.
 */
export type Access = 'anyone' | 'signed-in' | 'staff' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The path and access of a call. No schemas, so that the browser can load it without zod. */
export interface CallPath<
  M extends Method = Method,
  Caller extends Access = Access,
  Path extends string = string,
> {
  readonly method: M;
  /** Path below `/api/v1` in the router's form (`/sell/sell-orders/:id/cancel`). */
  readonly path: Path;
  readonly access: Caller;
  /** Other spellings of the same call, with the same parameters. */
  readonly aliases?: readonly string[];
}

const pathWith =
  <M extends Method>(method: M) =>
  <A extends Access, P extends string>(
    access: A,
    path: P,
    aliases?: readonly string[],
  ): CallPath<M, A, P> => ({ method, path, access, ...(aliases !== undefined && { aliases }) });

export const get = pathWith('GET');
export const post = pathWith('POST');
export const put = pathWith('PUT');
export const patch = pathWith('PATCH');
export const remove = pathWith('DELETE');
