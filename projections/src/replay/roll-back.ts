import { CheckpointMoved } from '../apply-batch.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import { bringForward } from './bring-forward.ts';
import type { RebuildOptions } from './rebuild.ts';
import { underRebuildLock } from './rebuild-lock.ts';
import { previousSchema, swapInPrevious } from './swap.ts';

/** There is no build that served before, or this software cannot carry it on. */
export class NothingToRollBack extends Error {
  override readonly name = 'NothingToRollBack';
}

/**
 * Puts the build back that was replaced last, and brings it from where it stood to the end of the log. The one
 * that served until now takes its place, so that doing it again undoes it.
 *
 * @throws NothingToRollBack, RebuildUnderWay
 */
export async function rollBack(options: Omit<RebuildOptions, 'fresh' | 'swapAnyway'>): Promise<void> {
  const { log, pool, model, logger = silentLogger, signal, onProgress } = options;
  await underRebuildLock(pool, model.name, async () => {
    const previous = await readCheckpoint(pool, previousSchema(model.name));
    if (previous === undefined) throw new NothingToRollBack(`${model.name} was not replaced yet`);
    if (previous.version !== model.version)
      throw new NothingToRollBack(
        `the earlier ${model.name} is version ${previous.version}: the software of that version can put it back`,
      );
    await swapInPrevious(pool, model.name);
    const projector = new Projector({ model, pool, logger, onAnnounced: () => {} });
    await projector.open();
    try {
      await bringForward({ log, projector, signal, ...(onProgress && { onProgress }) });
    } catch (error) {
      // The projections that run have noticed and carry it themselves.
      if (!(error instanceof CheckpointMoved)) throw error;
    }
  });
}
