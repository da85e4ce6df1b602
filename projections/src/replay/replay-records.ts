import type { ReplayKind, ReplayState } from '@matgyo/contracts/endpoints/operations';
import { isLocked, lock, unlock } from '@matgyo/event-store/postgres/session-lock';
import pg from 'pg';
import type { Querying } from '../stored-rows.ts';
import type { ReadModelName } from '../tables.ts';
import type { Difference } from './fingerprints.ts';
import { RebuildUnderWay } from './rebuild-lock.ts';

/** One replay, visible while it runs and afterwards. */
export interface ReplayRecord {
  readonly id: string;
  readonly readModel: ReadModelName;
  readonly kind: ReplayKind;
  readonly state: ReplayState;
  /** Null: from the command line. */
  readonly startedBy: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Events that the build has processed, and the expected total. */
  readonly events: number;
  readonly total: number;
  readonly eventsPerSecond: number;
  readonly differences: readonly Difference[];
  /** For a halted or failed replay: a code, never an error message. */
  readonly reason: string | null;
  readonly eventId: string | null;
}

export type ReplayEnd = Pick<ReplayRecord, 'state'> &
  Partial<Pick<ReplayRecord, 'differences' | 'reason' | 'eventId'>>;

/** After this time without a process a starting replay counts as dead. */
const startSecondsMax = 30;

const creationLock = 'replays: create';

/** Creates the table of replays unless it exists. Safe to run concurrently. */
export async function createReplayRecords(client: Querying): Promise<void> {
  await lock(client, creationLock);
  try {
    await client.query({
      text: `
      create schema if not exists projections;
      create table if not exists projections.replays (
        id uuid primary key,
        read_model text collate "C" not null,
        kind text not null,
        state text not null,
        started_by text collate "C",
        started_at timestamptz(3) not null default now(),
        finished_at timestamptz(3),
        events integer not null default 0,
        total integer not null default 0,
        events_per_second double precision not null default 0,
        differences json not null default '[]',
        reason text,
        event_id uuid
      );
      create unique index if not exists one_replay_at_a_time on projections.replays (read_model) where finished_at is null;
      create index if not exists replays_by_age on projections.replays (started_at desc, id desc);`,
    });
  } finally {
    await unlock(client, creationLock);
  }
}

/**
 * Records a replay that is about to start: one at a time for each read model, across all processes.
 *
 * @throws RebuildUnderWay
 */
export async function enterReplay(
  client: Querying,
  replay: Pick<ReplayRecord, 'id' | 'readModel' | 'kind' | 'startedBy'>,
): Promise<void> {
  await closeAbandoned(client);
  try {
    await client.query({
      text: `insert into projections.replays (id, read_model, kind, state, started_by) values ($1, $2, $3, 'starting', $4)`,
      values: [replay.id, replay.readModel, replay.kind, replay.startedBy],
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'one_replay_at_a_time')
      throw new RebuildUnderWay(`${replay.readModel} is being replayed already`);
    throw error;
  }
}

/** Session lock of the process that runs a replay, so that its death is visible at once. */
export const replayLock = (id: string): string => `replay: ${id}`;

/** Marks replays whose process has ended without closing them. */
async function closeAbandoned(client: Querying): Promise<void> {
  await client.query({
    text: `update projections.replays r set state = 'interrupted', finished_at = now()
      where finished_at is null
        and (state = 'running' or started_at < now() - make_interval(secs => $1))
        and not ${isLocked(`'replay: ' || r.id::text`)}`,
    values: [startSecondsMax],
  });
}

const columns = `id, read_model as "readModel", kind, state, started_by as "startedBy", started_at as "startedAt",
  finished_at as "finishedAt", events, total, events_per_second as "eventsPerSecond", differences, reason,
  event_id as "eventId"`;

/** Newest first, `limit` of them, after the one that began at this time with this id. */
export async function listReplays(
  client: pg.Pool,
  limit: number,
  [startedAt, id]: readonly string[] = [],
): Promise<readonly ReplayRecord[]> {
  await closeAbandoned(client);
  const { rows } = await client.query<ReplayRecord>(
    `select ${columns} from projections.replays
      where $1::timestamptz is null or (started_at, id) < ($1::timestamptz, $2::uuid)
      order by started_at desc, id desc limit $3`,
    [startedAt ?? null, id ?? null, limit],
  );
  return rows;
}

export async function findReplay(client: pg.Pool, id: string): Promise<ReplayRecord | undefined> {
  await closeAbandoned(client);
  const { rows } = await client.query<ReplayRecord>(
    `select ${columns} from projections.replays where id = $1`,
    [id],
  );
  return rows[0];
}

/** Requests the replay's process to stop. False if it has ended. */
export async function askToCancel(client: pg.Pool, id: string): Promise<boolean> {
  await closeAbandoned(client);
  const { rowCount } = await client.query(
    `update projections.replays set state = 'cancelling' where id = $1 and finished_at is null`,
    [id],
  );
  return rowCount === 1;
}

/** Stores the progress; returns whether the replay has to stop, because it was cancelled or closed meanwhile. */
export async function noteProgress(
  client: Querying,
  id: string,
  { events, total, eventsPerSecond }: Pick<ReplayRecord, 'events' | 'total' | 'eventsPerSecond'>,
): Promise<'go on' | 'cancel'> {
  const { rows } = await client.query({
    text: `update projections.replays set events = $2, total = $3, events_per_second = $4,
        state = case state when 'starting' then 'running' else state end
      where id = $1 and finished_at is null returning state`,
    values: [id, events, total, eventsPerSecond],
  });
  return rows[0]?.state === 'running' ? 'go on' : 'cancel';
}

export async function closeReplay(
  client: Querying,
  id: string,
  { state, differences = [], reason = null, eventId = null }: ReplayEnd,
): Promise<void> {
  await client.query({
    text: `update projections.replays set state = $2, finished_at = now(), differences = $3, reason = $4, event_id = $5
      where id = $1 and finished_at is null`,
    values: [id, state, JSON.stringify(differences), reason, eventId],
  });
}

/** Whether a replay's rows await a decision: they differ, and no later replay has had any of its own. */
export async function waitsForDecision(
  client: pg.Pool,
  { id, readModel }: Pick<ReplayRecord, 'id' | 'readModel'>,
): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `select exists (
        select from projections.replays r where r.id = $1 and r.state = 'different' and not exists (
          select from projections.replays later
          where later.read_model = $2 and later.kind in ('rebuild', 'swap') and later.started_at > r.started_at
            and later.state in ('swapped', 'different', 'discarded'))) as waits`,
    [id, readModel],
  );
  return rows[0]?.waits === true;
}

export async function noteDiscarded(client: pg.Pool, id: string): Promise<void> {
  await client.query(`update projections.replays set state = 'discarded' where id = $1`, [id]);
}
