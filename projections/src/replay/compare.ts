import { liveSchema, readCheckpoint } from '../checkpoint.ts';
import type { FoldOptions } from './catch-up.ts';
import type { Difference } from './fingerprints.ts';
import { differencesFromLive } from './rebuild.ts';
import { withScratchBuild } from './scratch-build.ts';
import { NoTablesYet } from './swap.ts';

/**
 * Compares the live build with the fold of the log at the same position, while the live one keeps serving and
 * advancing. 'halted': the log cannot be folded that far.
 *
 * @throws NoTablesYet
 */
export async function compare(options: FoldOptions): Promise<readonly Difference[] | 'halted'> {
  const { pool, model } = options;
  if ((await readCheckpoint(pool, liveSchema(model.name))) === undefined) throw new NoTablesYet(model.name);
  return withScratchBuild(pool, model, (fold) => differencesFromLive(options, fold));
}
