import { readCheckpoint } from '../checkpoint.ts';
import { CannotRun } from '../program-fault.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import type { FoldOptions } from './catch-up.ts';
import { underRebuildLock } from './rebuild-lock.ts';
import { previousSchema, swapInPrevious } from './swap.ts';

/** There is no previous build, or this software cannot continue it. */
class NothingToRollBack extends CannotRun {
  override readonly name = 'NothingToRollBack';
}

/**
 * Restores the build that was replaced last. It first catches up with the live build, so that no outdated data is
 * served, such as revoked roles. The two builds trade places, so a second roll-back undoes the first. An interrupted
 * roll-back does not change the live build.
 *
 * @throws NothingToRollBack, CannotReachLive, RebuildUnderWay
 */
export async function rollBack(options: FoldOptions): Promise<void> {
  const { pool, model } = options;
  await underRebuildLock(pool, model.name, async () => {
    const schema = previousSchema(model.name);
    const previous = await readCheckpoint(pool, schema);
    if (previous === undefined) throw new NothingToRollBack(`${model.name} was not replaced yet`);
    if (previous.version !== model.version)
      throw new NothingToRollBack(
        `the earlier ${model.name} is version ${previous.version}: the software of that version can restore it`,
      );
    const projector = new Projector({ model, pool, schema, logger: silentLogger });
    await projector.open();
    await swapInPrevious(pool, { ...options, projector });
  });
}
