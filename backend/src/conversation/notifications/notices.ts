import { createHash } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Insertable } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { ChatListener, StoredMessage } from '../chat/chat-listener.ts';
import type { Notifier } from './notifier.ts';
import type { NoticesTable } from './tables.ts';

type Notice = Omit<Insertable<NoticesTable>, 'notification_id' | 'at' | 'box'>;

/**
 * Each writes what somebody is to be told, in the transaction of what it tells of, and answers with its ids, which are
 * to be pushed (`Notifier.notify`) once that is committed.
 */
type Noted = Promise<readonly string[]>;

const none = { subject_id: null, room_id: null, room_kind: null, inquiry_id: null };

/** Admins are told that somebody asked something. */
export const noteInquiry = (
  transaction: Database,
  inquiry: { readonly inquiryId: string; readonly memberId: MemberId },
): Noted =>
  note(transaction, `inquiry ${inquiry.inquiryId}`, [
    {
      ...none,
      member_id: null,
      topic: 'inquiry',
      code: 'INQUIRY_SUBMITTED',
      subject_id: inquiry.memberId,
      inquiry_id: inquiry.inquiryId,
    },
  ]);

/** Whoever asked is told that an admin answered, unless the admin is themself. */
export async function noteAnswer(
  transaction: Database,
  answer: { readonly commentId: string; readonly inquiryId: string; readonly authorId: MemberId },
): Noted {
  const { inquiryId } = answer;
  const asked = await transaction
    .selectFrom('app.inquiries')
    .select('member_id')
    .where('id', '=', inquiryId)
    .executeTakeFirst();
  if (asked === undefined || asked.member_id === answer.authorId) return [];
  return note(transaction, `comment ${answer.commentId}`, [
    {
      ...none,
      member_id: asked.member_id,
      topic: 'inquiry',
      code: 'INQUIRY_ANSWERED',
      inquiry_id: inquiryId,
    },
  ]);
}

/** Notifies a member that their bank account or wallet was changed, also by themselves. */
export const notePayoutChange = (
  transaction: Database,
  { changeId, memberId }: { readonly changeId: string; readonly memberId: MemberId },
): Noted =>
  note(transaction, `payout change ${changeId}`, [
    { ...none, member_id: memberId, topic: 'registration', code: 'PAYOUT_CHANGED' },
  ]);

/** Notifies a member that what was in use stays, and admins if it was the member who rejected the change. */
export const notePayoutKept = (
  transaction: Database,
  {
    changeId,
    memberId,
    rejected,
  }: { readonly changeId: string; readonly memberId: MemberId; readonly rejected: boolean },
): Noted => {
  const kept = { ...none, topic: 'registration', code: 'PAYOUT_REJECTED' } as const;
  return note(transaction, `end of payout change ${changeId}`, [
    { ...kept, member_id: memberId },
    ...(rejected ? [{ ...kept, member_id: null, subject_id: memberId }] : []),
  ]);
};

/**
 * The first message of a room is told to the other members who take part, and to the admins unless one of them wrote
 * it. Later ones are the chat's own affair.
 */
async function noteFirstMessage(transaction: Database, message: StoredMessage): Noted {
  const chat = {
    ...none,
    topic: 'chatSession',
    code: 'CHAT_STARTED',
    room_id: message.roomId,
    room_kind: message.kind,
  } as const;
  const others = message.members.filter((memberId) => memberId !== message.senderId);
  return note(transaction, `message ${message.messageId}`, [
    ...(message.role === 'admin' ? [] : [{ ...chat, member_id: null, subject_id: message.senderId }]),
    ...others.map((member_id) => ({ ...chat, member_id })),
  ]);
}

/** Has the first message of each chat told of. */
export const notifyOfFirstMessages = ({ notify }: Pick<Notifier, 'notify'>): ChatListener => ({
  async first(transaction, message) {
    const ids = await noteFirstMessage(transaction, message);
    return ids.length === 0 ? undefined : () => notify(ids);
  },
});

async function note(transaction: Database, of: string, notices: readonly Notice[]): Noted {
  if (notices.length === 0) return [];
  const written = await transaction
    .insertInto('app.notices')
    .values(notices.map((notice) => ({ ...notice, notification_id: idOf(of, notice) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('notification_id')
    .execute();
  return written.map(({ notification_id }) => notification_id);
}

/** 24 hex characters like every id, decided by what it tells of and the box. Lists sort by `at`. */
const idOf = (of: string, { member_id }: Notice): string =>
  createHash('sha256')
    .update(`${of} ${member_id ?? 'admins'}`)
    .digest('hex')
    .slice(0, 24);
