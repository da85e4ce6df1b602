import type { MemberId } from '@matgyo/contracts/ids';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import type { ChangesListener } from '../../platform/realtime/change-feed.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { claimFreshRows, type NotificationRow } from './notification-rows.ts';
import { pushedNotification } from './notification-view.ts';

/** What is older was told when nobody could be: it waits in the lists. So a read model that is built anew tells nobody. */
const freshForSeconds = 600;

/** Has people told at once what the lists already say. */
export interface Telling {
  /** Returns at once and never fails: whoever is not reached finds it in the lists. Called after the commit. */
  tell(ids: readonly string[]): void;
  /** The same, resolved once sockets and browsers have been handed it. Rejects when the database is away. */
  tellNow(ids: readonly string[]): Promise<void>;
}

export interface TellingDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly push: Pick<Push, 'toMember' | 'toAdmins'>;
  /** Hands notifications to whoever sends them to browsers; undefined: nobody does. */
  readonly sendToBrowsers: ((rows: readonly NotificationRow[]) => Promise<void>) | undefined;
  readonly logger: Logger;
}

export function createTelling({ db, pool, push, sendToBrowsers, logger }: TellingDependencies): Telling {
  async function tellNow(ids: readonly string[]): Promise<void> {
    const rows = await claimFreshRows({ db, pool }, ids, freshForSeconds);
    for (const row of rows)
      if (row.box === 'admins') push.toAdmins('notification', pushedNotification(row));
      else push.toMember(row.box as MemberId, 'notification', pushedNotification(row));
    await sendToBrowsers?.(rows);
  }
  return {
    tellNow,
    tell(ids) {
      if (ids.length === 0) return;
      tellNow(ids).catch((error: unknown) => {
        logger.warn({ error: loggable(error) }, 'notifications were not pushed; they are in the lists');
      });
    },
  };
}

/** Of one statement and one transaction. */
const mostAtOnce = 500;
const newOne = 'notification:';

/** Tells of what the read model of notifications gains. What a rebuild writes, nobody announces. */
export const tellOfChanges =
  ({ tellNow }: Pick<Telling, 'tellNow'>): ChangesListener =>
  async (changes) => {
    const ids = changes
      .flatMap(({ keys }) => keys)
      .filter((key) => key.startsWith(newOne))
      .map((key) => key.slice(newOne.length));
    for (let start = 0; start < ids.length; start += mostAtOnce)
      await tellNow(ids.slice(start, start + mostAtOnce));
  };
