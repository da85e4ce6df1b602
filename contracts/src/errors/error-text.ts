/**
 * The status and texts of an error.
 *
 * - `status`: the HTTP status.
 * - `en`: the English text; the specification's, if it has one, word for word.
 * - `ko`: the same in Korean (해요체).
 */
export interface ErrorText {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly en: string;
  readonly ko: string;
}

/** As the catalogue has it. Without a status it is 409: the request contradicts what is there. */
export type StatedError = Omit<ErrorText, 'status'> & Partial<Pick<ErrorText, 'status'>>;
