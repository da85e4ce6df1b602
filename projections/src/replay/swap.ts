import type { Position } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { dropBuild } from '../builds.ts';
import { changesChannel, publishRebuilt } from '../changes.ts';
import { checkpointTable, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import { CannotRun } from '../program-fault.ts';
import { withClient } from '../projection-pool.ts';
import type { Projector } from '../runner/projector.ts';
import { leaveShared } from '../shared-checkpoint.ts';
import { quoted } from '../table-shape.ts';
import { groupOf, type ReadModelName } from '../tables.ts';
import { type BuildToFold, catchUp } from './catch-up.ts';

/** There is no live build to compare with or to replace: the projections have never run. */
export class NoTablesYet extends CannotRun {
  override readonly name = 'NoTablesYet';

  constructor(readModel: ReadModelName) {
    super(`${readModel} has no tables yet: start the projections once`);
  }
}

export const nextSchema = (name: ReadModelName): string => `${liveSchema(name)}_next`;
export const previousSchema = (name: ReadModelName): string => `${liveSchema(name)}_prev`;
/** The schema of the build before that, until it is dropped. */
const droppedSchema = (name: ReadModelName): string => `${liveSchema(name)}_dropped`;

/** Most events applied while the live checkpoint is locked. */
const smallGap = 50;
/** Each round closes the gap that opened during the one before. */
const roundsMax = 20;
const lockWaitMsMax = 1_000;
/** Meanwhile the live build does not advance. The server ends the transaction, even if this process dies. */
const transactionMsMax = 2_000;

/** The incoming build would serve an earlier state than the live one. Nothing was replaced. */
class CannotReachLive extends CannotRun {
  override readonly name = 'CannotReachLive';
}

/**
 * Replaces the live build with `next` (`_next`) once both have the same position, and keeps the old one as `_prev`.
 *
 * @throws CannotReachLive; after any error `_prev` is unchanged.
 */
export async function swapInNext(pool: pg.Pool, next: BuildToFold): Promise<void> {
  const { name } = next.projector.model;
  const [live, previous, dropped] = [liveSchema(name), previousSchema(name), droppedSchema(name)];
  // A process killed after its exchange may have left it.
  await withClient(pool, (client) => dropBuild(client, dropped));
  const previousBuild =
    (await readCheckpoint(pool, previous)) === undefined ? [] : [[previous, dropped] as const];
  await exchange(pool, next, [...previousBuild, [live, previous], [nextSchema(name), live]]);
  // The swap is done; if this fails, the next swap drops it.
  await withClient(pool, (client) => dropBuild(client, dropped)).catch(() => {});
}

/**
 * Restores the build `before` (`_prev`) once it has the live one's position, and keeps the live one as `_prev`.
 *
 * @throws CannotReachLive
 */
export async function swapInPrevious(pool: pg.Pool, before: BuildToFold): Promise<void> {
  const { name } = before.projector.model;
  const [live, previous] = [liveSchema(name), previousSchema(name)];
  const leaving = `${live}_leaving`;
  await exchange(pool, before, [
    [live, leaving],
    [previous, live],
    [leaving, previous],
  ]);
}

export async function discardNext(pool: pg.Pool, name: ReadModelName): Promise<void> {
  await withClient(pool, (client) => dropBuild(client, nextSchema(name)));
}

type Renaming = readonly [from: string, to: string];

/** Catches up without locks, and exchanges when the rest is small. */
async function exchange(pool: pg.Pool, incoming: BuildToFold, renamings: readonly Renaming[]): Promise<void> {
  for (let round = 0; round < roundsMax; round += 1) {
    if ((await catchUpWithLive(pool, incoming)) > smallGap) continue;
    await leaveSharedCheckpoint(pool, incoming.projector.model.name);
    if (await withClient(pool, (client) => tryExchange(client, incoming, renamings))) return;
  }
  throw new CannotReachLive(
    `${incoming.projector.model.name} moves faster than a swap can follow: try again`,
  );
}

/**
 * Gives the live build its own checkpoint, so that locking it locks no other. A read model that is being rebuilt cannot
 * join the shared checkpoint.
 */
async function leaveSharedCheckpoint(pool: pg.Pool, name: ReadModelName): Promise<void> {
  const live = liveSchema(name);
  if ((await readCheckpoint(pool, live))?.shared) await leaveShared(pool, groupOf(name), [live]);
}

/** Catches up with the live build's position as just read; returns the number of events applied. */
async function catchUpWithLive(pool: pg.Pool, incoming: BuildToFold): Promise<number> {
  const { projector } = incoming;
  const live = await readCheckpoint(pool, liveSchema(projector.model.name));
  if (live === undefined) throw new NoTablesYet(projector.model.name);
  if (projector.position >= live.position) return 0;
  let applied = 0;
  const handled = await catchUp({
    ...incoming,
    until: live.position,
    onProgress: (events) => {
      applied += events;
      incoming.onProgress?.(events);
    },
  });
  if (handled === 'halted') throw haltsBefore(projector);
  return applied;
}

/**
 * The transaction first locks the live checkpoint, so that it cannot move meanwhile, and renames last; readers never
 * wait. The replaced build gets another name, so that a projector that still uses it finds its checkpoint moved. False,
 * without any change, when the live build is too far ahead by then.
 */
async function tryExchange(
  client: pg.ClientBase,
  incoming: BuildToFold,
  renamings: readonly Renaming[],
): Promise<boolean> {
  const { name } = incoming.projector.model;
  const live = checkpointTable(liveSchema(name));
  await client.query(
    `begin; set local lock_timeout = ${lockWaitMsMax};
     set local transaction_timeout = 0; set local transaction_timeout = ${transactionMsMax}`,
  );
  const { rows } = await client.query<{ position: Position }>(`select position from ${live} for update`);
  if (!(await catchUpLocked(incoming, rows[0]?.position))) {
    await client.query('rollback');
    return false;
  }
  const renames = renamings.map(([from, to]) => `alter schema ${quoted(from)} rename to ${quoted(to)}`);
  await client.query([`update ${live} set build = gen_random_uuid()`, ...renames].join('; '));
  await publishRebuilt(client, name);
  await client.query('commit');
  await client.query(`notify ${changesChannel}`);
  return true;
}

/** The last step, with the live checkpoint locked: one read and one batch. False when the rest is not small. */
async function catchUpLocked({ log, projector }: BuildToFold, live: Position | undefined): Promise<boolean> {
  if (live === undefined) throw new NoTablesYet(projector.model.name);
  if (projector.position >= live) return true;
  const page = (await log.readAll({ after: projector.position, limit: smallGap + 1 })).events;
  const behind = page.filter(({ position }) => position <= live);
  if (behind.length > smallGap) return false;
  if ((await projector.handle(behind.map((event) => new LoggedEvent(event)))) === 'halted')
    throw haltsBefore(projector);
  return projector.position >= live;
}

const haltsBefore = ({ schema, model, checkpoint }: Projector): CannotReachLive =>
  new CannotReachLive(
    `${schema} cannot reach the position of ${model.name}: it halts before event ${checkpoint.halted?.eventId}`,
  );
