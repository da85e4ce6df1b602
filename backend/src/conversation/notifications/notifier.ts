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
export interface Notifier {
  /** Returns at once and never fails: whoever is not reached finds it in the lists. Called after the commit. */
  notify(ids: readonly string[]): void;
  /** The same, resolved once sockets and browsers have been handed it. Rejects when the database is away. */
  notifyNow(ids: readonly string[]): Promise<void>;
}

export interface NotifierDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly push: Pick<Push, 'toMember' | 'toAdmins'>;
  /** Hands notifications to whoever sends them to browsers; undefined: nobody does. */
  readonly sendToBrowsers: ((rows: readonly NotificationRow[]) => Promise<void>) | undefined;
  readonly logger: Logger;
}

export function createNotifier({ db, pool, push, sendToBrowsers, logger }: NotifierDependencies): Notifier {
  async function notifyNow(ids: readonly string[]): Promise<void> {
    const rows = await claimFreshRows({ db, pool }, ids, freshForSeconds);
    for (const row of rows)
      if (row.box === 'admins') push.toAdmins('notification', pushedNotification(row));
      else push.toMember(row.box as MemberId, 'notification', pushedNotification(row));
    await sendToBrowsers?.(rows);
  }
  return {
    notifyNow,
    notify(ids) {
      if (ids.length === 0) return;
      notifyNow(ids).catch((error: unknown) => {
        logger.warn({ error: loggable(error) }, 'notifications were not pushed; they are in the lists');
      });
    },
  };
}

/** Of one statement and one transaction. */
const mostAtOnce = 500;
const newOne = 'notification:';

/** Tells of what the read model of notifications gains. What a rebuild writes, nobody announces. */
export const notifyOfChanges =
  ({ notifyNow }: Pick<Notifier, 'notifyNow'>): ChangesListener =>
  async (changes) => {
    const ids = changes
      .flatMap(({ keys }) => keys)
      .filter((key) => key.startsWith(newOne))
      .map((key) => key.slice(newOne.length));
    for (let start = 0; start < ids.length; start += mostAtOnce)
      await notifyNow(ids.slice(start, start + mostAtOnce));
  };
