import type { StatementView } from '@matgyo/contracts/endpoints/cases';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { statementHash } from '@matgyo/ledger/proof/case-file';
import type { Database } from '../../platform/database/tables.ts';
import { apiPrefix } from '../../platform/http/mount.ts';

export const statementIn = ({ data }: Pick<RecordedEvent, 'data'>): string | undefined =>
  [data['statement'], data['grounds'], data['evidence']].find((hash) => typeof hash === 'string');

export const statementsWith = (db: Database, hashes: readonly string[]) =>
  db
    .selectFrom('app.case_statements as statement')
    .leftJoin('app.images as image', 'image.id', 'statement.image_id')
    .selectAll('statement')
    .select('image.sha256 as kept_sha256')
    .where('statement.hash', '=', (eb) => eb.fn.any(eb.val(hashes)))
    .execute();

type Stored = Awaited<ReturnType<typeof statementsWith>>;

export function statementOf(stored: Stored, hash: string): StatementView {
  const found = stored.find((one) => one.hash === hash);
  if (found === undefined) return { hash, text: null, image: null, matches: false };
  const { content: text, salt, image_id, image_sha256: imageSha256, kept_sha256: keptSha256 } = found;
  // Nothing in the program removes a text.
  const isWhole =
    text !== null && statementHash({ text, salt, imageSha256 }) === hash && keptSha256 === imageSha256;
  return {
    hash,
    text,
    image: image_id === null ? null : `${apiPrefix}/case-images/${image_id}`,
    matches: isWhole,
  };
}
