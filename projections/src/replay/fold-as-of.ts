import { CannotRun } from '../program-fault.ts';
import { withSnapshot } from '../projection-pool.ts';
import type { AsOfPoint } from '../reports/as-of-point.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { bringForward } from './bring-forward.ts';
import type { CompareOptions } from './compare.ts';
import { withScratchBuild } from './scratch-build.ts';

/**
 * Folds the log up to an as-of point into separate tables and reads from those, independent of the live tables.
 *
 * @throws CannotRun when an event before the as-of point cannot be applied: a report would be incomplete
 */
export async function foldAsOf<T>(
  { log, pool, model, signal, onProgress = () => {} }: CompareOptions,
  asOfPoint: AsOfPoint,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { position, at } = asOfPoint;
  return withScratchBuild(pool, model, async (projector) => {
    const handled = await bringForward({
      log,
      projector,
      until: position,
      signal,
      onProgress,
      includes: ({ metadata }) => at === null || metadata.at <= at,
    });
    if (handled === 'halted')
      throw new CannotRun(`${model.name} cannot apply event ${projector.checkpoint.halted?.eventId}`);
    const { schema, checkpoint } = projector;
    const folded = { schema, asOfPoint, endsThere: true, version: model.version, build: checkpoint.build };
    return withSnapshot(pool, (client) => read({ client, ...folded }));
  });
}
