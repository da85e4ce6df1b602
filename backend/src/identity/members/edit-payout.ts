import { storeNotifications } from '../../conversation/notifications/store-notifications.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { IdentityParts } from '../parts.ts';
import { type RowChanges, setsPayout } from './edit-row.ts';
import type { MemberRow } from './member-query.ts';
import { type Payout, payoutOf, unreadablePayout } from './payout.ts';
import { maskedPayout, payoutChangedText, payoutRejectedText } from './payout-texts.ts';

interface TargetChanges {
  readonly target: MemberRow;
  readonly changes: RowChanges;
  /** Undefined: the data was changed by SQL. */
  readonly before: Payout | undefined;
}

/** The values that an edit replaces and that may stay in use; without those that were changed by SQL. */
export async function trustedBefore(
  { db, rowCheck }: IdentityParts,
  { id, phone }: MemberRow,
  changes: RowChanges,
): Promise<{ readonly phone: string | null; readonly payout: Payout | undefined }> {
  const ofPhone = 'phone' in changes ? await rowCheck.memberIfWhole(db, id, 'phone') : undefined;
  const ofPayout = setsPayout(changes) ? await rowCheck.memberIfWhole(db, id, 'payout') : undefined;
  return {
    phone: ofPhone?.phone === phone ? phone : null,
    payout:
      ofPayout &&
      payoutOf({
        bank_name: String(ofPayout.bank_name),
        bank_account: String(ofPayout.bank_account),
        tether_address: String(ofPayout.tether_address),
      }),
  };
}

/**
 * The old value stays in use (`PayoutChanges`), and the member is notified: `notices` are to push, `text` is for the
 * phone.
 */
export async function keepPayout(
  { db, payoutChanges }: IdentityParts,
  caller: Caller,
  { target, changes, before: trusted }: TargetChanges,
) {
  if (!setsPayout(changes)) return undefined;
  const [before, after] = [trusted ?? unreadablePayout, payoutOf({ ...target, ...changes })];
  const { id: memberId } = target;
  const changedBy = caller.memberId;
  const { changeId, endedIds, inUse } = await payoutChanges.keep(db, {
    memberId,
    changedBy,
    before,
    after,
    isUntrusted: trusted === undefined,
  });
  const notice = { member_id: memberId, topic: 'registration' } as const;
  if (changeId !== undefined)
    return {
      changeIds: [...endedIds, changeId],
      // Also when the member did it themselves.
      notices: await storeNotifications(db, `payout change ${changeId}`, {
        ...notice,
        code: 'PAYOUT_CHANGED',
      }),
      // All that waits, also what an earlier change has set.
      text: payoutChangedText(maskedPayout(inUse ?? unreadablePayout, after)),
    };
  const [endedId] = endedIds;
  if (endedId === undefined) return undefined;
  const end = { ...notice, code: 'PAYOUT_REJECTED' } as const;
  const notices = await storeNotifications(db, `end of payout change ${endedId}`, end);
  return { changeIds: endedIds, notices, text: payoutRejectedText };
}
