import { randomUUID } from 'node:crypto';
import { logDeadlineMs } from '@matgyo/event-store/deadline';
import type { SqlStatement } from '@matgyo/event-store/event-log';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { leaseMs } from './command-times.ts';
import { parseStoredReply, type StoredReply } from './stored-reply.ts';
import { isoOf } from './timing.ts';

const finishedHours = 24;
/** How long a command is kept that crashed and was never repeated. No client retries for so long. */
const unfinishedHours = 7 * 24;

export type Claim =
  | {
      readonly kind: 'mine';
      readonly lease: string;
      readonly newId: string;
      /** When the command may no longer append: ISO 8601, by the database's clock. */
      readonly appendsUntil: string;
      /**
       * Whether appends of earlier runs may still arrive. `none`: there are none whose outcome is unknown. `open`: they
       * may arrive. `over`: their time has passed, so they cannot arrive if the log refuses late appends.
       */
      readonly doubt: 'none' | 'over' | 'open';
    }
  | { readonly kind: 'running'; readonly secondsLeft: number; readonly newId: string }
  | { readonly kind: 'finished'; readonly reply: StoredReply }
  | { readonly kind: 'other body' };

export interface ClaimRequest {
  readonly commandId: string;
  readonly bodyHash: string;
  /** The id for what the command creates. It is used in the first run only; repeats get that of the first run. */
  readonly newId: string;
}

type Db = Kysely<Pick<Tables, 'app.commands'>>;

/**
 * Claims a command for this run: `mine` if it is the first run, or if the lease of the run before has expired. The
 * claim is committed when this resolves, so the ids cannot change once something is appended.
 */
export async function claimCommand(db: Db, request: ClaimRequest): Promise<Claim> {
  const lease = randomUUID();
  const leaseUntil = sql<Date>`now() + ${leaseMs}::integer * interval '1 ms'`;
  const mine = await db
    .insertInto('app.commands')
    .values({
      command_id: request.commandId,
      body_hash: request.bodyHash,
      new_id: request.newId,
      lease,
      lease_until: leaseUntil,
      in_doubt_until: leaseUntil,
    })
    .onConflict((conflict) =>
      conflict
        .column('command_id')
        .doUpdateSet({
          lease,
          lease_until: leaseUntil,
          in_doubt_before: sql<Date>`app.commands.in_doubt_until`,
          in_doubt_until: leaseUntil,
        })
        .where('app.commands.finished_at', 'is', null)
        .where('app.commands.body_hash', '=', request.bodyHash)
        // A lease that ends later than a new one could was made before the database's clock was set back.
        .where(
          sql<boolean>`app.commands.lease_until not between now() and now() + ${2 * leaseMs}::integer * interval '1 ms'`,
        ),
    )
    .returning(['new_id', 'lease_until', sql<boolean | null>`in_doubt_before <= now()`.as('doubt_is_over')])
    .executeTakeFirst();
  if (mine === undefined) return claimOfOther(db, request);
  return {
    kind: 'mine',
    lease,
    newId: mine.new_id,
    // An append accepted just before the deadline must be committed before another run may take over.
    appendsUntil: isoOf(mine.lease_until.getTime() - logDeadlineMs),
    doubt: mine.doubt_is_over === null ? 'none' : mine.doubt_is_over ? 'over' : 'open',
  };
}

async function claimOfOther(db: Db, request: ClaimRequest): Promise<Claim> {
  const row = await db
    .selectFrom('app.commands')
    .select([
      'body_hash',
      'new_id',
      'reply',
      sql<number>`extract(epoch from lease_until - now())::float8`.as('left'),
    ])
    .where('command_id', '=', request.commandId)
    .executeTakeFirst();
  // Deleted by the sweep between the two statements; the next repeat claims it.
  if (row === undefined) return { kind: 'running', secondsLeft: 1, newId: request.newId };
  if (row.body_hash !== request.bodyHash) return { kind: 'other body' };
  if (row.reply === null) return { kind: 'running', secondsLeft: Math.max(1, row.left), newId: row.new_id };
  return { kind: 'finished', reply: parseStoredReply(row.reply) };
}

/** SQL that claims a command and stores its reply at once. It fails if the command was claimed before. */
export const finishedCommand = (
  { commandId, bodyHash, newId }: ClaimRequest,
  reply: StoredReply,
): SqlStatement => ({
  text: `insert into app.commands (command_id, body_hash, new_id, lease, lease_until, finished_at, reply)
    values ($1, $2, $3, gen_random_uuid(), now(), now(), $4)`,
  values: [commandId, bodyHash, newId, JSON.stringify(reply)],
});

/** Stores the reply of a command that appended nothing. False if it was claimed before. */
export async function keepReply(db: Db, request: ClaimRequest, reply: StoredReply): Promise<boolean> {
  const { text, values } = finishedCommand(request, reply);
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(`${text} on conflict (command_id) do nothing`, [...values]),
  );
  return numAffectedRows === 1n;
}

export async function isClaimed(db: Db, commandId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app.commands')
    .select('command_id')
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return row !== undefined;
}

interface ClaimedCommand {
  readonly commandId: string;
  readonly lease: string;
}

/** Stores the reply for all repeats. False if another run has claimed the command in the meantime. */
export async function finishCommand(
  db: Db,
  { commandId, lease }: ClaimedCommand,
  reply: StoredReply,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app.commands')
    .set({ finished_at: sql<Date>`now()`, reply: JSON.stringify(reply) })
    .where('command_id', '=', commandId)
    .where('lease', '=', lease)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a command that was refused, so that a repeat is decided again. False if another run has claimed it. */
export async function forgetCommand(db: Db, { commandId, lease }: ClaimedCommand): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('app.commands')
    .where('command_id', '=', commandId)
    .where('lease', '=', lease)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends the lease: a repeat can run at once. `sure`: whether the outcome of all appends of this run is certain. */
export async function releaseCommand(
  db: Db,
  { commandId, lease }: ClaimedCommand,
  { sure }: { readonly sure: boolean },
): Promise<void> {
  await db
    .updateTable('app.commands')
    .set({
      lease_until: sql<Date>`now()`,
      ...(sure && { in_doubt_until: sql<Date | null>`in_doubt_before` }),
    })
    .where('command_id', '=', commandId)
    .where('lease', '=', lease)
    .where('finished_at', 'is', null)
    .execute();
}

/**
 * Ends all leases. For the start of a process that is the only one (embedded mode): the runs that had the leases have
 * crashed, and clients need not wait until the leases expire.
 */
export async function releaseAllCommands(db: Db): Promise<void> {
  await db
    .updateTable('app.commands')
    .set({ lease_until: sql<Date>`now()` })
    .where('finished_at', 'is', null)
    .where('lease_until', '>', sql<Date>`now()`)
    .execute();
}

const sweptAtOnce = 5_000;

/** Deletes up to `limit` commands that are too old to be repeated. True if there may be more. */
export async function sweepCommands(db: Db, limit = sweptAtOnce): Promise<boolean> {
  const age = sql`coalesce(finished_at, created_at)`;
  const { numAffectedRows = 0n } = await sql`
    delete from app.commands where command_id in (
      select command_id from app.commands
      where ${age} < now() - make_interval(hours => ${finishedHours})
        and (finished_at is not null or created_at < now() - make_interval(hours => ${unfinishedHours}))
      order by ${age} limit ${limit})`.execute(db);
  return numAffectedRows >= limit;
}
