/** The status and texts of an error. `en` is the specification's text, if it has one, word for word; `ko` is in 해요체. */
export interface ErrorText {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly en: string;
  readonly ko: string;
}

const withStatus =
  (status: ErrorText['status']) =>
  (en: string, ko: string): ErrorText => ({ status, en, ko });

export const badRequest = withStatus(400);
export const unauthorized = withStatus(401);
export const forbidden = withStatus(403);
export const notFound = withStatus(404);
export const methodNotAllowed = withStatus(405);
/** The request contradicts what is there. */
export const conflict = withStatus(409);
export const tooLarge = withStatus(413);
export const unsupportedType = withStatus(415);
/** A value of the request is not accepted. */
export const invalid = withStatus(422);
export const tooMany = withStatus(429);
export const internal = withStatus(500);
export const unavailable = withStatus(503);
