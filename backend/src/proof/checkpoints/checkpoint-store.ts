import type { CaseFile } from '@matgyo/contracts/case-file';
import type { CheckpointKey, SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { Position } from '@matgyo/event-store/event-log';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import type { HeadsPart } from '@matgyo/ledger/proof/checkpoint';
import type { SignedHead } from '@matgyo/projections/verify/signed-checkpoints';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../../platform/database/tables.ts';

/** A checkpoint with unsigned local data. */
export interface StoredCheckpoint extends SignedCheckpoint {
  /** Position of its event in this log; null when it came from a backup. */
  readonly position: Position | null;
}

/** Without what is not signed. */
export const signedOf = ({ statement, signature }: StoredCheckpoint): SignedCheckpoint => ({
  statement,
  signature,
});

const storedFrom = (row: Selectable<Tables['app.signed_checkpoints']>): StoredCheckpoint => ({
  statement: JSON.parse(row.statement) as SignedCheckpoint['statement'],
  signature: row.signature,
  position: row.position as Position | null,
});

export async function newestCheckpoint(db: Database): Promise<StoredCheckpoint | undefined> {
  const newest = db.selectFrom('app.signed_checkpoints').selectAll().orderBy('sequence', 'desc').limit(1);
  return (await newest.execute()).map(storedFrom)[0];
}

/** The checkpoints after `sequence`, in order, at most `limit`. */
export async function checkpointsAfter(
  db: Database,
  sequence: number,
  limit: number,
): Promise<readonly StoredCheckpoint[]> {
  const rows = await db
    .selectFrom('app.signed_checkpoints')
    .selectAll()
    .where('sequence', '>', String(sequence))
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(storedFrom);
}

export async function checkpointAt(db: Database, sequence: number): Promise<StoredCheckpoint | undefined> {
  return (await checkpointsAfter(db, sequence - 1, 1)).find(
    ({ statement }) => statement.sequence === sequence,
  );
}

/** Inserts the checkpoint and indexes its heads by stream. False when another process has taken this sequence. */
export async function insertCheckpoint(db: Database, checkpoint: StoredCheckpoint): Promise<boolean> {
  const { statement, signature, position } = checkpoint;
  const { sequence } = statement;
  return db.transaction().execute(async (trx) => {
    // A million changed heads take longer than calls may.
    await unlimited(trx);
    const inserted = await trx
      .insertInto('app.signed_checkpoints')
      .values({
        sequence,
        event_id: statement.eventId,
        made_at: new Date(statement.madeAt),
        statement: canonicalJson(statement),
        signature,
        position,
      })
      .onConflict((conflict) => conflict.column('sequence').doNothing())
      .returning('sequence')
      .executeTakeFirst();
    if (inserted === undefined) return false;
    for (const sha256 of statement.heads) await indexHeads(trx, sha256, sequence);
    return true;
  });
}

/** Lists are keyed by their content, so one left by a failed attempt does no harm. */
export async function storeHeads(db: Database, { sha256, text }: HeadsPart): Promise<void> {
  await db
    .insertInto('app.checkpoint_heads')
    .values({ sha256, heads: text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function headsTextOf(db: Database, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('app.checkpoint_heads')
    .select('heads')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.heads;
}

export async function storeKey(db: Database, { keyId, publicKey }: CheckpointKey): Promise<void> {
  await db
    .insertInto('app.checkpoint_keys')
    .values({ key_id: keyId, public_key: publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const storedKeys = (db: Database) =>
  db
    .selectFrom('app.checkpoint_keys')
    .select(['key_id as keyId', 'public_key as publicKey', 'first_used_at as firstUsedAt'])
    .orderBy('first_used_at')
    .orderBy('key_id')
    .execute();

/** The end of the audit log's chain. */
export async function auditHead(db: Database): Promise<{ sequence: number; hash: string }> {
  const row = await db
    .selectFrom('app.audit_log')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? { sequence: 0, hash: '' } : { sequence: Number(row.sequence), hash: row.hash };
}

/** The first checkpoint that a report up to this event was given. */
export async function checkpointOfReport(
  db: Database,
  eventId: string,
): Promise<SignedCheckpoint | undefined> {
  const row = await db
    .selectFrom('app.report_checkpoints as report')
    .innerJoin('app.signed_checkpoints as checkpoint', 'checkpoint.sequence', 'report.sequence')
    .selectAll('checkpoint')
    .where('report.event_id', '=', eventId)
    .executeTakeFirst();
  return row && signedOf(storedFrom(row));
}

/** The first caller wins. */
export async function assignReportCheckpoint(db: Database, eventId: string, sequence: number): Promise<void> {
  await db
    .insertInto('app.report_checkpoints')
    .values({ event_id: eventId, sequence })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Runs `work` unless another process is running it, then returns undefined. Writes nothing itself. */
export function underCheckpointCopyLock<T>(
  db: Database,
  work: (db: Database) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    // The first copy of a long ledger takes a while.
    await unlimited(trx);
    // While the file is being written no statement runs: the lock would end, and another process write as well.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    const { rows } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended('checkpoints: witness', 0)) as taken`.execute(trx);
    return rows[0]?.taken === true ? work(trx) : undefined;
  });
}

/** Its statements keep their limit. */
const unlimited = (trx: Database) => sql`set local transaction_timeout = 0`.execute(trx);

async function indexHeads(db: Database, sha256: string, sequence: number): Promise<void> {
  await sql`insert into app.signed_heads (stream, revision, hash, sequence)
    select head ->> 0, (head ->> 1)::integer, head ->> 2, ${sequence}
    from app.checkpoint_heads list, json_array_elements(list.heads::json) as head where list.sha256 = ${sha256}
    on conflict do nothing`.execute(db);
}

export async function signedHeadsOf(
  db: Database,
  streams: readonly string[],
): Promise<readonly SignedHead[]> {
  if (streams.length === 0) return [];
  const heads = await db.selectFrom('app.signed_heads').selectAll().where('stream', 'in', streams).execute();
  return heads.map((head) => ({ ...head, sequence: Number(head.sequence) }));
}

/**
 * The checkpoints before `sequence` with heads of these streams, oldest first, each with its key and the signed lists
 * that have the heads. One whose key is not trusted, or whose list is not stored any more, is left out: rows of keys
 * can be added by SQL.
 */
export async function earlierCheckpoints(
  db: Database,
  streams: readonly string[],
  { sequence, trusted }: { readonly sequence: number; readonly trusted: readonly CheckpointKey[] },
): Promise<NonNullable<CaseFile['proofs']['earlier']>> {
  const wanted = new Map<number, string[]>();
  for (const { stream, revision, hash, sequence: of } of await signedHeadsOf(db, streams)) {
    const row = canonicalJson([stream, revision, hash]);
    if (of < sequence) wanted.set(of, [...(wanted.get(of) ?? []), row]);
  }
  const keys = new Map(trusted.map((key) => [key.keyId, key]));
  const found: NonNullable<CaseFile['proofs']['earlier']> = [];
  for (const [of, rows] of [...wanted].sort(([a], [b]) => a - b)) {
    const checkpoint = await checkpointAt(db, of);
    const key = checkpoint && keys.get(checkpoint.statement.keyId);
    if (checkpoint === undefined || key === undefined) continue;
    const lists = await db
      .selectFrom('app.checkpoint_heads')
      .select('heads')
      .where('sha256', 'in', checkpoint.statement.heads)
      .where(sql<SqlBool>`exists (select from unnest(${rows}::text[]) as head where strpos(heads, head) > 0)`)
      .orderBy('sha256')
      .execute();
    if (lists.length > 0)
      found.push({ checkpoint: signedOf(checkpoint), key, lists: lists.map(({ heads }) => heads) });
  }
  return found;
}
