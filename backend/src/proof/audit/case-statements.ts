import type { CaseFile } from '@matgyo/contracts/case-file';
import { statementsNamedIn } from '@matgyo/ledger/proof/case-file';
import type { Database } from '../../platform/database/tables.ts';
import { statementsWith } from '../../trading/statements/statement-view.ts';

/** The texts that the events name, as stored now: each with what its hash in the event was made of. */
export async function caseStatements(
  db: Database,
  streams: CaseFile['streams'],
): Promise<NonNullable<CaseFile['statements']>> {
  const hashes = [...statementsNamedIn(streams.flatMap(({ events }) => events))];
  const rows = new Map((await statementsWith(db, hashes)).map((row) => [row.hash, row]));
  return hashes.flatMap((hash) => {
    const row = rows.get(hash);
    return row === undefined
      ? []
      : [{ hash, text: row.content, salt: row.salt, imageSha256: row.image_sha256 }];
  });
}
