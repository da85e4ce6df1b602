import { type ChangeCursor, changesNow, readChanges } from '@matgyo/projections/changes';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWork } from '../background.ts';
import { loggable } from '../http/error-answer.ts';
import type { Telling } from './telling.ts';

export interface FollowDependencies {
  readonly pool: pg.Pool;
  readonly visibility: Pick<Visibility, 'onWakeUp'>;
  readonly telling: Pick<Telling, 'tellNow'>;
  readonly logger: Logger;
}

const mostAtOnce = 500;
const newOne = 'notification:';

/** Tells of what the read model of notifications gains from now on. What a rebuild writes is announced by nobody. */
export const followNotifications = ({
  pool,
  visibility,
  telling,
  logger,
}: FollowDependencies): BackgroundWork => ({
  name: 'notifications',
  async run(signal) {
    let cursor: ChangeCursor | undefined;
    let turn = Promise.resolve();
    let waiting = false;

    const catchUp = async (): Promise<void> => {
      waiting = false;
      cursor ??= await changesNow(pool);
      for (let full = true; full && !signal.aborted; ) {
        const read = await readChanges(pool, cursor);
        const ids = read.changes
          .filter(({ projection }) => projection === 'notifications')
          .flatMap(({ keys }) => keys)
          .filter((key) => key.startsWith(newOne))
          .map((key) => key.slice(newOne.length));
        for (let start = 0; start < ids.length; start += mostAtOnce)
          await telling.tellNow(ids.slice(start, start + mostAtOnce));
        ({ cursor, full } = read);
      }
    };
    /** One at a time; wake-ups that come meanwhile are one more. */
    const wake = (): void => {
      if (waiting) return;
      waiting = true;
      turn = turn.then(catchUp).catch((error: unknown) => {
        logger.warn({ error: loggable(error) }, 'notifications will be pushed at the next wake-up');
      });
    };

    const stopListening = visibility.onWakeUp(wake);
    wake();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    stopListening();
    await turn;
  },
});
