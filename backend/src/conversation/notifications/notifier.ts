import type { MemberId } from '@matgyo/contracts/ids';
import { idsIn } from '@matgyo/projections/changes';
import { loggable } from '../../platform/http/error-answer.ts';
import type { ChangesListener } from '../../platform/realtime/change-feed.ts';
import type { Push } from '../../platform/realtime/push.ts';
import type { Shared } from '../../shared.ts';
import { claimedMax, claimFreshRows, type FreshRow } from './notification-rows.ts';
import { pushedNotification } from './notification-view.ts';

/** Pushes notifications that are already in the lists. */
export type Notifier = ReturnType<typeof createNotifier>;

/** `sendToBrowsers`: undefined without browser push. */
export function createNotifier(
  { db, pool, logger }: Pick<Shared, 'db' | 'pool' | 'logger'>,
  push: Pick<Push, 'toMember' | 'toAdmins'>,
  sendToBrowsers?: (rows: readonly FreshRow[]) => Promise<void>,
) {
  async function claimAndPush(ids?: readonly string[]): Promise<number> {
    const rows = await claimFreshRows({ db, pool }, ids);
    for (const row of rows)
      if (row.box === 'admins') push.toAdmins('notification', pushedNotification(row), row.not_to);
      else push.toMember(row.box as MemberId, 'notification', pushedNotification(row));
    await sendToBrowsers?.(rows);
    return rows.length;
  }
  async function notifyNow(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += claimedMax)
      await claimAndPush(ids.slice(start, start + claimedMax));
  }
  return {
    /** The same as `notify`, resolved once all are handed to sockets and browsers. Rejects when the database is unavailable. */
    notifyNow,
    /** Pushes all recent notifications that no process has pushed yet. Rejects when the database is unavailable. */
    async notifyOfUnclaimed(): Promise<void> {
      while ((await claimAndPush()) > 0);
    },
    /** Returns at once and never fails: the lists show what could not be pushed. Call after the commit. */
    notify(ids: readonly string[]): void {
      if (ids.length === 0) return;
      notifyNow(ids).catch((error: unknown) => {
        logger.warn({ error: loggable(error) }, 'notifications were not pushed; they are in the lists');
      });
    },
  };
}

/** Pushes new notifications of the read model and, after a start or a gap, those not pushed yet. */
export const notifyOfChanges =
  ({ notifyNow, notifyOfUnclaimed }: Pick<Notifier, 'notifyNow' | 'notifyOfUnclaimed'>): ChangesListener =>
  async (changes, missed) => {
    if (missed) await notifyOfUnclaimed();
    const keys = changes.flatMap((change) => change.keys);
    await notifyNow(idsIn(keys, 'notification'));
  };
