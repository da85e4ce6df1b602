import { failure } from '../http/request-failure.ts';

const revisionTag = /^(?:W\/)?"?(\d{1,9})"?$/;

/** The revision in `If-Match` (`"7"`); undefined when absent or `*`. */
export function seenRevision(request: { header(name: string): string | undefined }): number | undefined {
  const tag = request.header('if-match')?.trim();
  if (tag === undefined || tag === '*') return undefined;
  const [, revision] = revisionTag.exec(tag) ?? [];
  if (revision === undefined)
    throw failure('BAD_REQUEST', { fields: { 'If-Match': 'a revision in quotes' } });
  return Number(revision);
}
