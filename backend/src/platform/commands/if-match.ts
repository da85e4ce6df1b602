import { failure } from '../http/request-failure.ts';

const revisionTag = /^(?:W\/)?"?(\d{1,9})"?$/;

/**
 * The revision in `If-Match` (`"7"`); undefined when absent or `*`.
 *
 * @throws RequestFailure BAD_REQUEST
 */
export function seenRevision(request: { header(name: string): string | undefined }): number | undefined {
  const stated = request.header('if-match')?.trim();
  if (stated === undefined || stated === '*') return undefined;
  const [, revision] = revisionTag.exec(stated) ?? [];
  if (revision === undefined)
    throw failure('BAD_REQUEST', { fields: { 'If-Match': 'a revision in quotes' } });
  return Number(revision);
}
