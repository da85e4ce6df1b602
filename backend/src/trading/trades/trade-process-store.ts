import type { TradeId } from '@matgyo/contracts/ids';
import type { EventBatch, Position, RecordedEvent } from '@matgyo/event-store/event-log';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { isMoving, type MovingTrade, stateAfter, type TradeState } from '@matgyo/ledger/trade/trade';
import { sql } from 'kysely';
import type pg from 'pg';
import { commitsAsynchronously } from '../../platform/database/asynchronous-commit.ts';
import type { Database } from '../../platform/database/tables.ts';

export interface Checkpoint {
  readonly position: Position;
  /** The last event included; finds the position when the log's positions have changed. */
  readonly eventId: string | null;
}

export async function readCheckpoint(pool: pg.Pool): Promise<Checkpoint> {
  const { rows } = await pool.query<Checkpoint>(
    `select position, event_id as "eventId" from process.checkpoints where process = 'trades'`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the schema "process" has no checkpoint: it was not migrated');
  return row;
}

/** Whether a trade starts to move or comes to rest in a batch. */
export const changesStates = (batch: EventBatch): boolean =>
  batch.events.some(({ type }) => stateAfter(type) !== undefined);

/**
 * Stores which trades of a batch are live or at rest together with the checkpoint, by compare-and-set. Throws,
 * storing nothing, when the checkpoint is not at `from`. What a crash undoes is noted again from there.
 */
export async function noteBatch(
  pool: pg.Pool,
  from: Position,
  batch: EventBatch,
  idleMs: number,
): Promise<void> {
  const states = [...statesAfter(batch.events)];
  const moving = states.filter(([, state]) => isMoving(state));
  const resting = states.filter(([, state]) => !isMoving(state));
  // One statement is one transaction and one round trip. An update without rows makes it fail.
  const query = prepared({
    text: `with checkpoint as (
       update process.checkpoints set position = $2, event_id = $3
        where process = 'trades' and position = $1 and ${commitsAsynchronously} returning 1),
     rested as (
       delete from process.trades_in_progress
        where trade_id = any ($4::text[]) and exists (select from checkpoint)),
     moving as (
       insert into process.trades_in_progress (trade_id, state, next_attempt_at)
       select trade_id, state, now() + $7 * interval '1 millisecond'
         from unnest($5::text[], $6::text[]) as moving (trade_id, state)
        where exists (select from checkpoint)
       on conflict (trade_id) do update
          set state = excluded.state, next_attempt_at = excluded.next_attempt_at, cause = null)
     select count(*)::int as moved from checkpoint`,
    values: [
      from,
      batch.position,
      batch.events.at(-1)?.id ?? null,
      resting.map(([tradeId]) => tradeId),
      moving.map(([tradeId]) => tradeId),
      moving.map(([, state]) => state),
      idleMs,
    ],
  });
  const { rows } = await pool.query<{ moved: number }>(query);
  if (rows[0]?.moved !== 1) throw new Error('another process manager follows the log');
}

/** Moves the checkpoint to its event's position in a log whose positions have changed. */
export async function moveCheckpoint(pool: pg.Pool, from: Position, to: Position): Promise<void> {
  await pool.query(
    `update process.checkpoints set position = $2 where process = 'trades' and position = $1`,
    [from, to],
  );
}

function statesAfter(events: readonly RecordedEvent[]): ReadonlyMap<string, TradeState> {
  const states = new Map<string, TradeState>();
  for (const { stream, type } of events) {
    // An event type of a newer version does not change the known state.
    const state = stateAfter(type);
    if (state !== undefined) states.set(stream.slice('trade-'.length), state);
  }
  return states;
}

/** Longer than any lease or pause of the manager: a time further ahead is from before the clock was set back. */
const aheadMsMax = 120_000;

/** Leases idle trades; no other process takes them for `leaseMs`. */
export async function takeIdleTrades(
  pool: pg.Pool,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<readonly TakenTrade[]> {
  const { rows } = await pool.query<TakenTrade>(
    `update process.trades_in_progress
        set attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 millisecond'
      where trade_id in (
        select trade_id from process.trades_in_progress
         where next_attempt_at <= now() or next_attempt_at > now() + $3 * interval '1 millisecond'
         order by next_attempt_at limit $1 for update skip locked)
      returning trade_id as "tradeId", attempts, state`,
    [limit, leaseMs, aheadMsMax],
  );
  return rows;
}

export interface TakenTrade {
  readonly tradeId: TradeId;
  /** Including this one. */
  readonly attempts: number;
  /** Its state when it was leased. */
  readonly state: TradeState;
}

export async function noteFailure(
  pool: pg.Pool,
  tradeId: TradeId,
  { cause, againInMs }: { readonly cause: string; readonly againInMs: number },
): Promise<void> {
  await pool.query(
    `update process.trades_in_progress
        set cause = $2, next_attempt_at = now() + $3 * interval '1 millisecond'
      where trade_id = $1`,
    [tradeId, cause, againInMs],
  );
}

/**
 * Removes a trade that is at rest or unknown to the log (its log was replaced), unless its state has changed since it
 * was leased: no trade enters a state twice.
 */
export async function forgetTrade(
  pool: pg.Pool,
  { tradeId, state }: Pick<TakenTrade, 'tradeId' | 'state'>,
): Promise<void> {
  await pool.query('delete from process.trades_in_progress where trade_id = $1 and state = $2', [
    tradeId,
    state,
  ]);
}

/** Below a minute, so that every unfinished trade is listed within one (docs/ledger.md, invariant 9). */
const stuckAfterMs = 50_000;

interface StuckTrade {
  readonly tradeId: TradeId;
  readonly state: MovingTrade['state'];
  /** When it began to move, ISO 8601. */
  readonly since: string;
  readonly attempts: number;
  /** The kind of the last failure; null: none. */
  readonly cause: string | null;
}

/** Trades that have been live for about a minute, oldest first. */
export async function readStuckTrades(
  pool: pg.Pool,
  { limit }: { readonly limit: number },
): Promise<readonly StuckTrade[]> {
  const { rows } = await pool.query<Omit<StuckTrade, 'since'> & { since: Date }>(
    `select trade_id as "tradeId", state, since, attempts, cause from process.trades_in_progress
      where since <= now() - $1 * interval '1 millisecond' or since > now() order by since, trade_id limit $2`,
    [stuckAfterMs, limit],
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** Lets the manager take a trade at once. False when it is not live (any more). */
export async function requeueStuckTrade(db: Database, tradeId: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update process.trades_in_progress set next_attempt_at = now() where trade_id = ${tradeId}`.execute(
      db,
    );
  return numAffectedRows === 1n;
}
