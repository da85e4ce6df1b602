import { sql } from 'kysely';
import { createDatabase } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { newestCheckpoint, storedKeys } from '../../proof/checkpoints/checkpoint-store.ts';
import { keepPublicKeys } from '../../proof/checkpoints/signing-key.ts';
import type { Installation } from './installation.ts';

/**
 * After a restore: removes checkpoints signed between the end of the backup's log and the snapshot of the tables, since
 * they refer to events that are not here. The keys of the others are trusted, because the operator trusts the backup.
 */
export async function reconcileCheckpoints({ pool, log, dataDir }: Installation): Promise<void> {
  const db = createDatabase(pool);
  for (;;) {
    const newest = await newestCheckpoint(db);
    if (newest === undefined || (await log.positionOf(newest.statement.eventId)) !== undefined) break;
    await db.transaction().execute((trx) => remove(trx, newest.statement.sequence));
  }
  const keys = await storedKeys(db);
  await keepPublicKeys(
    dataDir,
    keys.map(({ keyId, publicKey }) => ({ keyId, publicKey })),
  );
}

async function remove(trx: Database, sequence: number): Promise<void> {
  await sql`alter table app.signed_checkpoints disable trigger user`.execute(trx);
  await sql`delete from app.signed_checkpoints where sequence = ${sequence}`.execute(trx);
  await sql`alter table app.signed_checkpoints enable trigger user`.execute(trx);
  await sql`delete from app.signed_heads where sequence = ${sequence}`.execute(trx);
}
