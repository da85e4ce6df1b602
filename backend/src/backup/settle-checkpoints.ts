import { newestCheckpoint, storedKeys } from '../checkpoints/checkpoint-store.ts';
import { keepPublicKeys } from '../checkpoints/signing-key.ts';
import { createDatabase } from '../database/database.ts';
import type { Installation } from './installation.ts';

/**
 * After a restore: checkpoints signed between the end of the log that was backed up and the snapshot of the tables speak
 * of events that are not here, and go; what signed the others is trusted here too, because the operator trusts the backup.
 */
export async function settleCheckpoints({ pool, log, dataDir }: Installation): Promise<void> {
  const db = createDatabase(pool);
  for (;;) {
    const newest = await newestCheckpoint(db);
    if (newest === undefined || (await log.positionOf(newest.statement.eventId)) !== undefined) break;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('alter table app.signed_checkpoints disable trigger user');
      await client.query('delete from app.signed_checkpoints where sequence = $1', [
        newest.statement.sequence,
      ]);
      await client.query('alter table app.signed_checkpoints enable trigger user');
      await client.query('commit');
    } finally {
      client.release();
    }
  }
  const keys = await storedKeys(db);
  await keepPublicKeys(
    dataDir,
    keys.map(({ keyId, publicKey }) => ({ keyId, publicKey })),
  );
}
