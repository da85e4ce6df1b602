import { createBuild, dropBuild, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import type { Difference } from './fingerprints.ts';
import { NoTablesYet } from './no-tables-yet.ts';
import { differencesFromLive, type RebuildOptions } from './rebuild.ts';

export type CompareOptions = Pick<RebuildOptions, 'log' | 'pool' | 'model' | 'signal' | 'onProgress'>;

/**
 * Compares the live build with the fold of the log at the live one's position, in a schema of its own that is
 * dropped afterwards. The live one serves and goes on all the while.
 */
export async function compare(options: CompareOptions): Promise<readonly Difference[] | 'halted'> {
  const { pool, model } = options;
  if ((await readCheckpoint(pool, liveSchema(model.name))) === undefined) throw new NoTablesYet(model.name);
  const schema = `${liveSchema(model.name)}_check_${process.pid}`;
  const client = await pool.connect();
  try {
    await dropBuild(client, schema);
    await createBuild(client, model, schema);
    const fold = new Projector({ model, pool, schema, logger: silentLogger });
    await fold.open();
    return await differencesFromLive(options, fold);
  } finally {
    await dropBuild(client, schema);
    client.release();
  }
}
