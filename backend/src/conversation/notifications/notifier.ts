import type { MemberId } from '@matgyo/contracts/ids';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/tables.ts';
import { loggable } from '../../platform/http/error-answer.ts';
import type { ChangesListener } from '../../platform/realtime/change-feed.ts';
import type { Push } from '../../platform/realtime/push.ts';
import { claimFreshRows, type NotificationRow } from './notification-rows.ts';
import { pushedNotification } from './notification-view.ts';

/** What is older waits in the lists. So a read model that is built anew notifies no one. */
const freshForSeconds = 600;

/** Of one statement and one transaction. */
const mostAtOnce = 500;

/** Has people told at once what the lists already say. */
export interface Notifier {
  /** Returns at once and never fails: whoever is not reached finds it in the lists. Called after the commit. */
  notify(ids: readonly string[]): void;
  /** The same, resolved once sockets and browsers have been handed it. Rejects when the database is away. */
  notifyNow(ids: readonly string[]): Promise<void>;
  /** Pushes everything recent that no process has pushed yet. Rejects when the database is away. */
  notifyOfUnclaimed(): Promise<void>;
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
  async function claimAndPush(ids?: readonly string[]): Promise<number> {
    const wanted = { seconds: freshForSeconds, limit: mostAtOnce };
    const rows = await claimFreshRows({ db, pool }, ids === undefined ? wanted : { ...wanted, ids });
    for (const row of rows)
      if (row.box === 'admins') push.toAdmins('notification', pushedNotification(row));
      else push.toMember(row.box as MemberId, 'notification', pushedNotification(row));
    await sendToBrowsers?.(rows);
    return rows.length;
  }
  async function notifyNow(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += mostAtOnce)
      await claimAndPush(ids.slice(start, start + mostAtOnce));
  }
  return {
    notifyNow,
    async notifyOfUnclaimed() {
      while ((await claimAndPush()) > 0);
    },
    notify(ids) {
      if (ids.length === 0) return;
      notifyNow(ids).catch((error: unknown) => {
        logger.warn({ error: loggable(error) }, 'notifications were not pushed; they are in the lists');
      });
    },
  };
}

const newOne = 'notification:';

/** Pushes what the read model of notifications gains, and after a start or a gap what is not pushed yet. A rebuild announces nothing. */
export const notifyOfChanges =
  ({ notifyNow, notifyOfUnclaimed }: Pick<Notifier, 'notifyNow' | 'notifyOfUnclaimed'>): ChangesListener =>
  async (changes, missed) => {
    if (missed) await notifyOfUnclaimed();
    const ids = changes
      .flatMap(({ keys }) => keys)
      .filter((key) => key.startsWith(newOne))
      .map((key) => key.slice(newOne.length));
    await notifyNow(ids);
  };
