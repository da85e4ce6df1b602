import type { Position } from '@matgyo/event-store/event-log';
import { createBuild, dropBuild } from '../builds.ts';
import { type Checkpoint, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { withClient, withSnapshot } from '../projection-pool.ts';
import { type ProjectionLogger, silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import { tableName } from '../stored-rows.ts';
import { catchUp, type FoldOptions } from './catch-up.ts';
import { type Difference, differences } from './fingerprints.ts';
import { underRebuildLock } from './rebuild-lock.ts';
import { NoTablesYet, nextSchema, swapInNext } from './swap.ts';

export interface RebuildOptions extends FoldOptions {
  readonly logger?: ProjectionLogger;
  /** Called with the position of an interrupted build that this one continues. */
  readonly onResumed?: (position: Position) => void | Promise<void>;
  /** Start over instead of resuming an interrupted rebuild. */
  readonly fresh?: boolean;
  /** Swap also when the rebuilt rows differ from the live build. */
  readonly swapAnyway?: boolean;
}

export type RebuildOutcome =
  | { readonly kind: 'swapped'; readonly compared: 'equal' | 'older version' }
  | { readonly kind: 'different'; readonly differences: readonly Difference[]; readonly swapped: boolean }
  | { readonly kind: 'halted'; readonly reason: string; readonly eventId: string };

/**
 * Rebuilds a read model next to the live build, from the start or from an interrupted rebuild, compares the two at the
 * live build's position, and swaps when they are equal, or when an older version wrote the live build. The live build
 * keeps serving and advancing meanwhile.
 *
 * @throws NoTablesYet, RebuildUnderWay, CannotReachLive
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildOutcome> {
  const { pool, model } = options;
  return underRebuildLock(pool, model.name, async () => {
    const live = await readCheckpoint(pool, liveSchema(model.name));
    if (live === undefined) throw new NoTablesYet(model.name);
    const next = await openNext(options, live);
    await options.onResumed?.(next.position);
    return live.version === model.version
      ? compareAndSwap(options, live, next)
      : swapForNewVersion(options, next);
  });
}

/** The build in `_next`: resumed only if this version wrote it and it is not ahead of the live build. */
async function openNext(
  { pool, model, fresh = false, logger = silentLogger }: RebuildOptions,
  live: Checkpoint,
): Promise<Projector> {
  const schema = nextSchema(model.name);
  await withClient(pool, async (client) => {
    const left = await readCheckpoint(client, schema);
    const usable = !fresh && left?.version === model.version && left.position <= live.position;
    if (left !== undefined && !usable) await dropBuild(client, schema);
    await createBuild(client, model, schema);
  });
  const next = new Projector({ model, pool, schema, logger });
  await next.open();
  return next;
}

async function swapForNewVersion(options: RebuildOptions, next: Projector): Promise<RebuildOutcome> {
  if ((await catchUp({ ...options, projector: next })) === 'halted') return haltedAt(next);
  await swapIn(options, next);
  return { kind: 'swapped', compared: 'older version' };
}

async function compareAndSwap(
  options: RebuildOptions,
  live: Checkpoint,
  next: Projector,
): Promise<RebuildOutcome> {
  const building = { ...options, projector: next };
  if ((await catchUp({ ...building, until: live.position })) === 'halted') return haltedAt(next);
  const found = await differencesFromLive(options, next);
  if (found === 'halted') return haltedAt(next);
  if (found.length > 0 && options.swapAnyway !== true)
    return { kind: 'different', differences: found, swapped: false };
  // The event that halted the live build is the reason for this rebuild, which has to apply it.
  if (live.halted && (await catchUp(building)) === 'halted') return haltedAt(next);
  await swapIn(options, next);
  if (found.length > 0) return { kind: 'different', differences: found, swapped: true };
  return { kind: 'swapped', compared: 'equal' };
}

/** Compares with a snapshot of the live build, which can advance meanwhile. */
export function differencesFromLive(
  options: FoldOptions,
  next: Projector,
): Promise<readonly Difference[] | 'halted'> {
  const { pool, model } = options;
  return withSnapshot(pool, async (client) => {
    const schema = liveSchema(model.name);
    const live = await readCheckpoint(client, schema);
    const handled = await catchUp({ ...options, projector: next, until: live?.position });
    return handled === 'halted'
      ? handled
      : differences(model, { client, schema }, { client: pool, schema: next.schema });
  });
}

async function swapIn(options: FoldOptions, projector: Projector): Promise<void> {
  const { pool, model } = options;
  // Without statistics, reports on the new tables would be planned badly until the next autovacuum.
  await pool.query(`analyze ${model.tables.map((table) => tableName(projector.schema, table)).join(', ')}`);
  await swapInNext(pool, { ...options, projector });
}

function haltedAt({ checkpoint }: Projector): RebuildOutcome {
  const { reason, eventId } = checkpoint.halted ?? { reason: 'UNKNOWN', eventId: '' };
  return { kind: 'halted', reason, eventId };
}
