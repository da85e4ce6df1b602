import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database, Tables } from '../../platform/database/tables.ts';
import { membersOf } from '../chat/chat-policy.ts';
import type { StoreDependencies } from '../chat/store-message.ts';
import type { Notifier } from './notifier.ts';

/** Without a member it is the admins'. */
type NewNotification = Omit<Insertable<Tables['app.notices']>, 'notification_id' | 'at' | 'box'>;

/**
 * Stores notifications in the transaction of the change they report, and returns their ids: none of those stored from
 * this source before. Push them (`Notifier.notify`) after the commit.
 */
export async function storeNotifications(
  transaction: Database,
  source: string,
  ...notifications: readonly NewNotification[]
): Promise<readonly string[]> {
  if (notifications.length === 0) return [];
  const stored = await transaction
    .insertInto('app.notices')
    .values(notifications.map((one) => ({ ...one, notification_id: idOf(source, one) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('notification_id')
    .execute();
  return stored.map(({ notification_id }) => notification_id);
}

/** 24 hex characters, derived from the source and the box. */
const idOf = (source: string, { member_id }: NewNotification): string =>
  hash('sha256', `${source} ${member_id ?? 'admins'}`).slice(0, 24);

/**
 * Notifies the other members of a room of its first message, and the admins unless one of them wrote it. Later
 * messages are only pushed to the chat.
 */
export const notifyOfFirstMessage =
  ({ notify }: Pick<Notifier, 'notify'>): NonNullable<StoreDependencies['onFirst']> =>
  async (transaction, { room, role, senderId, messageId }) => {
    const ofRoom = { room_id: room.id, room_kind: room.kind };
    const chat = { topic: 'chatSession', code: 'CHAT_STARTED', ...ofRoom } as const;
    const others = membersOf(room).filter((memberId) => memberId !== senderId);
    const ids = await storeNotifications(
      transaction,
      `message ${messageId}`,
      ...(role === 'admin' ? [] : [{ ...chat, subject_id: senderId }]),
      ...others.map((member_id) => ({ ...chat, member_id })),
    );
    return ids.length === 0 ? undefined : () => notify(ids);
  };
