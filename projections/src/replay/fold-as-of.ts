import { CannotRun } from '../program-fault.ts';
import { withSnapshot } from '../projection-pool.ts';
import type { AsOfPoint } from '../reports/as-of-point.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { catchUp, type FoldOptions } from './catch-up.ts';
import { withScratchBuild } from './scratch-build.ts';

/**
 * Folds the log up to an as-of point into separate tables and reads from those, independent of the live tables.
 *
 * @throws CannotRun when an event before the as-of point cannot be applied: a report would be incomplete
 */
export async function foldAsOf<T>(
  options: FoldOptions,
  asOfPoint: AsOfPoint,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { pool, model } = options;
  const { position, at } = asOfPoint;
  return withScratchBuild(pool, model, async (projector) => {
    const handled = await catchUp({
      ...options,
      projector,
      until: position,
      includes: ({ metadata }) => at === null || metadata.at <= at,
    });
    if (handled === 'halted')
      throw new CannotRun(`${model.name} cannot apply event ${projector.checkpoint.halted?.eventId}`);
    const { schema, checkpoint } = projector;
    const folded = { schema, asOfPoint, endsThere: true, version: model.version, build: checkpoint.build };
    return withSnapshot(pool, (client) => read({ client, ...folded }));
  });
}
