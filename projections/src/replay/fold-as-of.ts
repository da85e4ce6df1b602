import type { Moment } from '../reports/moment.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { bringForward } from './bring-forward.ts';
import type { CompareOptions } from './compare.ts';
import { withScratchBuild } from './scratch-build.ts';

/** The log holds an event before the moment that cannot be applied: what is reported would not be all. */
export class FoldHalted extends Error {
  override readonly name = 'FoldHalted';
}

/**
 * Folds the log up to a moment into tables of its own and reads from those: the live tables are neither touched
 * nor believed.
 *
 * @throws FoldHalted
 */
export async function foldAsOf<T>(
  { log, pool, model, signal, onProgress = () => {} }: CompareOptions,
  moment: Moment,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { position, at } = moment;
  return withScratchBuild(pool, model, async (projector) => {
    const handled = await bringForward({
      ...{ log, projector, until: position, signal, onProgress },
      includes: ({ metadata }) => at === null || metadata.at <= at,
    });
    if (handled === 'halted')
      throw new FoldHalted(`${model.name} cannot apply event ${projector.checkpoint.halted?.eventId}`);
    const { schema, checkpoint } = projector;
    const client = await pool.connect();
    let broken = true;
    try {
      await client.query('begin isolation level repeatable read read only');
      const result = await read({
        client,
        schema,
        moment,
        endsThere: true,
        version: model.version,
        build: checkpoint.build,
      });
      await client.query('commit');
      broken = false;
      return result;
    } finally {
      client.release(broken);
    }
  });
}
