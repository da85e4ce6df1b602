import { createBuild, dropBuild } from '../checkpoint.ts';
import type { Moment } from '../reports/moment.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import { bringForward } from './bring-forward.ts';
import type { CompareOptions } from './compare.ts';

/** The log holds an event before the moment that cannot be applied: what is reported would not be all. */
export class FoldHalted extends Error {
  override readonly name = 'FoldHalted';
}

/**
 * Folds the log up to a moment into a schema of its own, reads from that, and drops it: the live tables are
 * neither touched nor believed.
 *
 * @throws FoldHalted
 */
export async function foldAsOf<T>(
  { log, pool, model, signal, onProgress = () => {} }: CompareOptions,
  moment: Moment,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const schema = `read_${model.name}_as_of_${process.pid}`;
  const client = await pool.connect();
  try {
    await dropBuild(client, schema);
    await createBuild(client, model, schema);
    const fold = new Projector({ model, pool, schema, logger: silentLogger });
    await fold.open();
    const { position, at } = moment;
    const handled = await bringForward({
      ...{ log, projector: fold, until: position, signal, onProgress },
      includes: ({ metadata }) => at === null || metadata.at <= at,
    });
    if (handled === 'halted')
      throw new FoldHalted(`${model.name} cannot apply event ${fold.checkpoint.halted?.eventId}`);
    return await read({ client, schema, moment, version: model.version });
  } finally {
    await dropBuild(client, schema);
    client.release();
  }
}
