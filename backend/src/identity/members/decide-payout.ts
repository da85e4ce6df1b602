import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import type { PayoutOutcome } from '@matgyo/contracts/endpoints/members';
import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import { payoutConsent } from '@matgyo/ledger/approval/payout-consent';
import { storeNotifications } from '../../conversation/notifications/store-notifications.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { countedBy, countGuess } from '../one-time-codes/count-guess.ts';
import type { AskingForCode } from '../one-time-codes/counting-request.ts';
import { sendCodeTo } from '../one-time-codes/send-code.ts';
import type { IdentityParts } from '../parts.ts';
import { lockOwnSession } from '../sessions/lock-sessions.ts';
import { lockEdits } from './edit-member.ts';
import { shownNickname } from './nicknames.ts';
import { isLastAdmin } from './other-admins.ts';
import { type Payout, unreadablePayout } from './payout.ts';
import { maskedPayout, payoutApprovedText, payoutCodeText, payoutRejectedText } from './payout-texts.ts';
import { notifyPhone } from './phone-changes.ts';

interface PayoutDecision {
  readonly caller: Caller;
  readonly changeId: string;
  readonly requestId: string;
}

/** Sends the code that confirms a change, to the phone that the member had before a recent change by staff. */
export async function sendPayoutCode(
  deps: IdentityParts,
  { caller, changeId, ...by }: PayoutDecision & AskingForCode & { readonly language: Language },
): Promise<void> {
  const { before, after } = await waitingChange(deps, caller, changeId);
  const phone = await deps.trustedPhones.forCode(caller.memberId);
  if (phone === undefined) throw failure('SMS_FAILED');
  await sendCodeTo(deps, {
    by,
    subject: { purpose: 'payout', changeId },
    phone,
    budget: 'account',
    owner: caller.memberId,
    failed: 'SMS_FAILED',
    text: (code) => payoutCodeText(maskedPayout(before, after), code, by.language),
  });
}

/** Puts a change into effect at once. */
export async function confirmPayout(
  deps: IdentityParts,
  { code, ip, ...decision }: PayoutDecision & { readonly code: string; readonly ip: string },
): Promise<void> {
  const { caller, changeId } = decision;
  await waitingChange(deps, caller, changeId);
  const guess = await countGuess(deps.limits, countedBy(ip, caller.memberId));
  const phone = await deps.trustedPhones.of(caller.memberId);
  if (!(await deps.store.redeem({ purpose: 'payout', changeId }, phone, code))) throw failure('OTP_WRONG');
  await guess.wasRight();
  await closeChange(deps, { ...decision, memberId: caller.memberId }, 'confirmed');
}

/** Restores the value in use; the new data never takes effect. */
export const rejectPayout = (deps: IdentityParts, decision: PayoutDecision): Promise<void> =>
  closeAndNotify(deps, { ...decision, memberId: decision.caller.memberId }, 'rejected');

async function closeAndNotify(deps: IdentityParts, change: ClosedChange, outcome: 'approved' | 'rejected') {
  const notices = await closeChange(deps, change, outcome);
  const text = outcome === 'approved' ? payoutApprovedText : payoutRejectedText;
  notifyPhone(deps, (await deps.trustedPhones.of(change.memberId)) ?? null, text);
  deps.notifier.notify(notices);
}

/** The value in use and the pending one. */
async function waitingChange({ payoutChanges }: IdentityParts, { memberId }: Caller, changeId: string) {
  const found = (await payoutChanges.at([memberId])).get(memberId);
  if (found?.next?.id !== changeId) throw failure('PAYOUT_CHANGE_OVER');
  return { before: found.inUse ?? unreadablePayout, after: found.next.payout };
}

/** Pending changes by staff, each with what the caller's approval would count as. */
export async function waitingPayouts(deps: IdentityParts, { memberId }: Caller) {
  const waiting = await deps.payoutChanges.byStaff();
  const isOnlyAdmin = waiting.length > 0 && (await isLastAdmin(deps, deps.ledger, memberId));
  return waiting.map((change) => ({
    _id: change.id,
    member: { _id: change.memberId, nickname: change.nickname },
    changedBy: { _id: change.changedBy, nickname: shownNickname(change.changedByNickname) },
    changedAt: change.changedAt.toISOString(),
    approvableFrom: change.approvableFrom.toISOString(),
    before: change.before,
    after: change.after,
    consent: payoutConsent(memberId, change, isOnlyAdmin),
  }));
}

/**
 * Approves a change by staff, for a member who does not respond. Of their own change the only admin types the member's
 * nickname, because no other one can look.
 */
export async function approvePayout(
  deps: IdentityParts,
  { confirmAlone, ...decision }: PayoutDecision & { readonly confirmAlone: string | undefined },
): Promise<void> {
  const change = await staffChange(deps, decision);
  const { memberId: approver } = decision.caller;
  const consent = payoutConsent(approver, change, await isLastAdmin(deps, deps.ledger, approver));
  if (consent === null) throw failure('PAYOUT_CHANGE_OWN');
  if (change.isHeld) throw failure('PAYOUT_CHANGE_HELD');
  if (consent === noSecondAdmin && !isConfirmed(confirmAlone, change.nickname))
    throw failure('CONFIRM_ALONE', { confirmAlone: change.nickname });
  const { memberId } = change;
  const reason = consent === noSecondAdmin ? consent : null;
  await closeAndNotify(deps, { ...decision, memberId, reason }, 'approved');
}

export async function refusePayout(deps: IdentityParts, decision: PayoutDecision): Promise<void> {
  const { memberId } = await staffChange(deps, decision);
  await closeAndNotify(deps, { ...decision, memberId }, 'rejected');
}

/** Whether it is still pending is checked again under the lock. */
async function staffChange({ payoutChanges }: IdentityParts, { changeId }: PayoutDecision) {
  const [change] = await payoutChanges.byStaff(changeId);
  if (change === undefined) throw failure('PAYOUT_CHANGE_OVER');
  return change;
}

interface ClosedChange extends PayoutDecision {
  readonly memberId: MemberId;
  /** The reason in the audit log; null: none. */
  readonly reason?: string | null;
}

/** Of two concurrent calls, or a call and an edit, exactly one finds the change pending. */
const closeChange = (
  { db, payoutChanges, sealedRows }: IdentityParts,
  { caller, changeId, requestId, memberId, reason = null }: ClosedChange,
  outcome: Exclude<PayoutOutcome, 'replaced'>,
): Promise<readonly string[]> =>
  db.transaction().execute(async (trx) => {
    await lockEdits(trx, memberId);
    await lockOwnSession(trx, caller);
    const closed = await payoutChanges.closeChange(trx, { memberId, changeId }, outcome);
    if (closed === undefined) throw failure('PAYOUT_CHANGE_OVER');
    const isRejected = outcome === 'rejected';
    if (isRejected)
      await trx
        .updateTable('app.members')
        .set(columnsOf(closed.inUse ?? unreadablePayout))
        .where('id', '=', memberId)
        .execute();
    const code = isRejected ? 'PAYOUT_REJECTED' : 'PAYOUT_APPROVED';
    // Rejected by the member, who knows: admins should.
    const to =
      isRejected && caller.memberId === memberId ? { subject_id: memberId } : { member_id: memberId };
    const end = { topic: 'registration', code, ...to } as const;
    const notices =
      outcome === 'confirmed' ? [] : await storeNotifications(trx, `end of payout change ${changeId}`, end);
    const about = { actor: caller, subjectId: memberId, reason, requestId };
    const action = `payout-change-${outcome}` as const;
    await recordAudit(trx, { ...about, action, details: { change: changeId } });
    await sealedRows.enter(trx, {
      'app.members': isRejected ? [memberId] : [],
      'app.payout_changes': closed.endedIds,
    });
    return notices;
  });

const columnsOf = ({ bankName, bankAccount, tetherAddress }: Payout) => ({
  bank_name: bankName,
  bank_account: bankAccount,
  tether_address: tetherAddress,
});
