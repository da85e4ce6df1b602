import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { logStart } from '@matgyo/event-store/event-log';
import { logPages } from '@matgyo/projections/log-pages';
import { sql } from 'kysely';
import { createDatabase } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import { newestCheckpoint, storedKeys } from '../../proof/checkpoints/checkpoint-store.ts';
import { keepPublicKeys } from '../../proof/checkpoints/signing-key.ts';
import { movesTransaction } from '../../trading/trades/transaction-signatures.ts';
import type { Installation } from './installation.ts';

/* After a restore: the snapshot of the tables is later than the end of the backup's log. */

/**
 * Removes checkpoints signed in between, since they refer to events that are not here. The keys of the others are
 * trusted, because the operator trusts the backup.
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

const pageSize = 1_000;

/**
 * Holds exactly the transactions that the trades of the log name, each with its mark's command. In between one may have
 * been released, which would let a second trade use it, or claimed.
 */
export async function reconcileSignatures({ pool, log }: Installation, signal: AbortSignal): Promise<void> {
  /** By stream. Only what the table holds: there may be a million trades. */
  const claims = new Map<string, readonly [tradeId: unknown, signature: unknown, commandId: string]>();
  const filter = { streamPrefixes: [tradeStream('' as TradeId)] };
  for await (const page of logPages(log, { after: logStart, size: pageSize, filter, signal }))
    for (const { stream, data, metadata } of page.filter(movesTransaction))
      if (data['signature'] === undefined) claims.delete(stream);
      else claims.set(stream, [data['tradeId'], data['signature'], metadata.commandId]);
  await pool.query('truncate app.transaction_signatures');
  // A log in which two trades name one transaction can be restored too; verify reports them.
  await pool.query(
    `insert into app.transaction_signatures (trade_id, signature, command_id)
     select * from unnest($1::text[], $2::text[], $3::uuid[]) on conflict do nothing`,
    ([0, 1, 2] as const).map((column) => Array.from(claims.values(), (claim) => claim[column])),
  );
}
