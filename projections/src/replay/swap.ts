import type { EventLog, Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { dropBuild } from '../builds.ts';
import { announceRebuilt, changesChannel } from '../changes.ts';
import { checkpointTable, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { Projector } from '../runner/projector.ts';
import { leaveShared } from '../shared-checkpoint.ts';
import { quoted } from '../table-shape.ts';
import type { ReadModelName } from '../tables.ts';
import { bringForward } from './bring-forward.ts';
import { NoTablesYet } from './no-tables-yet.ts';

/** Where a rebuild grows beside the one that serves. */
export const nextSchema = (name: ReadModelName): string => `${liveSchema(name)}_next`;
/** Where the one that served before is kept. */
export const previousSchema = (name: ReadModelName): string => `${liveSchema(name)}_prev`;
/** What was kept before that, until it is dropped. */
const droppedSchema = (name: ReadModelName): string => `${liveSchema(name)}_dropped`;

/** Most events that are applied while the live checkpoint is held. */
const smallGap = 50;
/** Each closes the gap that opened during the one before. */
const mostRounds = 20;
const longestWaitMs = 1_000;
/** An open transaction holds back every reader of the log; the server ends this one, whatever became of us. */
const longestHoldMs = 2_000;

/** What is to serve would serve an earlier state than is served now. Nothing was put in the place of anything. */
export class CannotReachLive extends Error {
  override readonly name = 'CannotReachLive';
}

/** What takes the place of the live build. */
export interface Incoming {
  readonly log: EventLog;
  /** Of the build in `_next` or `_prev`, open. */
  readonly projector: Projector;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of events processed since the last call. */
  readonly onProgress?: (events: number) => void;
}

/**
 * Replaces the live build with `_next` once both have the same position, and keeps the old one as `_prev`.
 *
 * @throws CannotReachLive; whatever it throws, `_prev` is what it was.
 */
export async function swapInNext(pool: pg.Pool, next: Incoming): Promise<void> {
  const { name } = next.projector.model;
  const [live, previous, dropped] = [liveSchema(name), previousSchema(name), droppedSchema(name)];
  // One that was killed after its exchange may have left it.
  await withClient(pool, (client) => dropBuild(client, dropped));
  const kept = (await readCheckpoint(pool, previous)) === undefined ? [] : [[previous, dropped] as const];
  await exchange(pool, next, [...kept, [live, previous], [nextSchema(name), live]]);
  // It is swapped all the same; the next swap drops it.
  await withClient(pool, (client) => dropBuild(client, dropped)).catch(() => {});
}

/**
 * Restores the build in `_prev` once it has the live one's position, and keeps the live one as `_prev`.
 *
 * @throws CannotReachLive
 */
export async function swapInPrevious(pool: pg.Pool, before: Incoming): Promise<void> {
  const { name } = before.projector.model;
  const [live, previous] = [liveSchema(name), previousSchema(name)];
  const leaving = `${live}_leaving`;
  await exchange(pool, before, [
    [live, leaving],
    [previous, live],
    [leaving, previous],
  ]);
}

/** Lets go what a rebuild left in `_next`. */
export async function discardNext(pool: pg.Pool, name: ReadModelName): Promise<void> {
  await withClient(pool, (client) => dropBuild(client, nextSchema(name)));
}

type Renaming = readonly [from: string, to: string];

/** Comes near without holding anything, and exchanges when what is left is little. */
async function exchange(pool: pg.Pool, incoming: Incoming, renamings: readonly Renaming[]): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    if ((await comeNear(pool, incoming)) > smallGap) continue;
    await takeOut(pool, incoming.projector.model.name);
    if (await withClient(pool, (client) => exchangeNow(client, incoming, renamings))) return;
  }
  throw new CannotReachLive(
    `${incoming.projector.model.name} moves faster than a swap can follow: try again`,
  );
}

/**
 * The live one gets a checkpoint of its own, so that holding that one holds no other. Nothing that is being rebuilt is let
 * in again.
 */
async function takeOut(pool: pg.Pool, name: ReadModelName): Promise<void> {
  const live = liveSchema(name);
  if ((await readCheckpoint(pool, live))?.shared) await leaveShared(pool, [live]);
}

/** Brings it to where the live one stood a moment ago; returns how many events that was away. */
async function comeNear(pool: pg.Pool, incoming: Incoming): Promise<number> {
  const { log, projector, signal, onProgress = () => {} } = incoming;
  const live = await readCheckpoint(pool, liveSchema(projector.model.name));
  if (live === undefined) throw new NoTablesYet(projector.model.name);
  if (projector.position >= live.position) return 0;
  let passed = 0;
  const handled = await bringForward({
    ...{ log, projector, until: live.position, signal },
    onProgress: (events) => {
      passed += events;
      onProgress(events);
    },
  });
  if (handled === 'halted') throw stopsBefore(projector);
  return passed;
}

/**
 * The transaction first locks the live checkpoint, so that it cannot move meanwhile, and renames last;
 * readers never wait. The replaced build gets another name, so that a projector which still means it finds its
 * checkpoint moved. False, and nothing was done, when the live one had gone too far by then.
 */
async function exchangeNow(
  client: pg.ClientBase,
  incoming: Incoming,
  renamings: readonly Renaming[],
): Promise<boolean> {
  const { name } = incoming.projector.model;
  const live = checkpointTable(liveSchema(name));
  await client.query(
    `begin; set local lock_timeout = ${longestWaitMs};
     set local transaction_timeout = 0; set local transaction_timeout = ${longestHoldMs}`,
  );
  const { rows } = await client.query<{ position: Position }>(`select position from ${live} for update`);
  if (!(await reach(incoming, rows[0]?.position))) {
    await client.query('rollback');
    return false;
  }
  const renames = renamings.map(([from, to]) => `alter schema ${quoted(from)} rename to ${quoted(to)}`);
  await client.query([`update ${live} set build = gen_random_uuid()`, ...renames].join('; '));
  await announceRebuilt(client, name);
  await client.query('commit');
  await client.query(`notify ${changesChannel}`);
  return true;
}

/** The last step, while the live one is held: one read and one batch. False when it is not a small one. */
async function reach({ log, projector }: Incoming, live: Position | undefined): Promise<boolean> {
  if (live === undefined) throw new NoTablesYet(projector.model.name);
  if (projector.position >= live) return true;
  const page = await log.readAll({ after: projector.position, limit: smallGap + 1 });
  const behind = page.filter(({ position }) => position <= live);
  if (behind.length > smallGap) return false;
  if ((await projector.handle(behind.map((event) => new LoggedEvent(event)))) === 'halted')
    throw stopsBefore(projector);
  return projector.position >= live;
}

const stopsBefore = ({ schema, model, checkpoint }: Projector): CannotReachLive =>
  new CannotReachLive(
    `${schema} cannot go where ${model.name} stands: it stops before event ${checkpoint.halted?.eventId}`,
  );

async function withClient<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    // A connection in an unknown state takes its transaction with it.
    client.release(broken);
  }
}
