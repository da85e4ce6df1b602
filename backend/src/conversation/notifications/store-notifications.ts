import { hash } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Insertable } from 'kysely';
import type { Database, Tables } from '../../platform/database/tables.ts';
import { membersOf } from '../chat/chat-policy.ts';
import type { ChatListener } from '../chat/store-message.ts';
import type { Notifier } from './notifier.ts';

/** Without a member it is the admins'. */
type NewNotification = Omit<Insertable<Tables['app.notices']>, 'notification_id' | 'at' | 'box'>;

/**
 * Each function stores notifications in the transaction of the change they report, and returns their ids. Push them
 * (`Notifier.notify`) after the commit.
 */
type NotificationIds = Promise<readonly string[]>;

/** Notifies the admins of a new inquiry. */
export const storeInquiryNotification = (
  transaction: Database,
  { inquiryId, memberId }: { readonly inquiryId: string; readonly memberId: MemberId },
): NotificationIds =>
  store(transaction, `inquiry ${inquiryId}`, [
    { topic: 'inquiry', code: 'INQUIRY_SUBMITTED', subject_id: memberId, inquiry_id: inquiryId },
  ]);

/** Notifies the author of an inquiry that an admin answered, unless they are the same person. */
export async function storeAnswerNotification(
  transaction: Database,
  answer: { readonly commentId: string; readonly inquiryId: string; readonly authorId: MemberId },
): NotificationIds {
  const { commentId, inquiryId, authorId } = answer;
  const inquiry = await transaction
    .selectFrom('app.inquiries')
    .select('member_id')
    .where('id', '=', inquiryId)
    .executeTakeFirst();
  if (inquiry === undefined || inquiry.member_id === authorId) return [];
  const { member_id } = inquiry;
  return store(transaction, `comment ${commentId}`, [
    { member_id, topic: 'inquiry', code: 'INQUIRY_ANSWERED', inquiry_id: inquiryId },
  ]);
}

/** Notifies a member that their bank account or wallet was changed, also when they did it themselves. */
export const storePayoutChangeNotification = (
  transaction: Database,
  { changeId, memberId }: { readonly changeId: string; readonly memberId: MemberId },
): NotificationIds =>
  store(transaction, `payout change ${changeId}`, [
    { member_id: memberId, topic: 'registration', code: 'PAYOUT_CHANGED' },
  ]);

interface EndedPayoutChange {
  readonly changeId: string;
  readonly memberId: MemberId;
  readonly code: 'PAYOUT_APPROVED' | 'PAYOUT_REJECTED';
  /** Rejected by the member, who knows: admins should. */
  readonly byMember: boolean;
}

/** Notifies a member that new payout data is used, or that what is in use stays; the admins, if the member decided that. */
export const storePayoutEndNotification = (
  transaction: Database,
  { changeId, memberId, code, byMember }: EndedPayoutChange,
): NotificationIds => {
  const end = { topic: 'registration', code } as const;
  return store(transaction, `end of payout change ${changeId}`, [
    byMember ? { ...end, subject_id: memberId } : { ...end, member_id: memberId },
  ]);
};

/** Notifies the admins, except who made the change, that they can approve it now. Null: who made it can, too. */
export const storeHoldEndNotification = (
  transaction: Database,
  { changeId, changedBy }: { readonly changeId: string; readonly changedBy: MemberId | null },
): NotificationIds =>
  store(transaction, `end of the hold of payout change ${changeId}`, [
    { topic: 'registration', code: 'PAYOUT_APPROVABLE', subject_id: changedBy },
  ]);

/** Notifies the other admins that one of the staff has reached the limit of reading personal data. */
export const storeReadLimitNotification = (
  transaction: Database,
  { memberId, what, hour }: { readonly memberId: MemberId; readonly what: string; readonly hour: number },
): NotificationIds =>
  store(transaction, `${what} of ${memberId} in hour ${hour}`, [
    { topic: 'registration', code: 'READ_LIMIT_REACHED', subject_id: memberId },
  ]);

/**
 * Notifies the other members of a room of its first message, and the admins unless one of them wrote it. Later
 * messages are only pushed to the chat.
 */
export const notifyOfFirstMessages = ({ notify }: Pick<Notifier, 'notify'>): ChatListener => ({
  async first(transaction, { room, role, senderId, messageId }) {
    const ofRoom = { room_id: room.id, room_kind: room.kind };
    const chat = { topic: 'chatSession', code: 'CHAT_STARTED', ...ofRoom } as const;
    const others = membersOf(room).filter((memberId) => memberId !== senderId);
    const ids = await store(transaction, `message ${messageId}`, [
      ...(role === 'admin' ? [] : [{ ...chat, subject_id: senderId }]),
      ...others.map((member_id) => ({ ...chat, member_id })),
    ]);
    return ids.length === 0 ? undefined : () => notify(ids);
  },
});

async function store(
  transaction: Database,
  source: string,
  notifications: readonly NewNotification[],
): NotificationIds {
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
