import type { AuditAction } from '@matgyo/contracts/audit-actions';
import type { Language } from '@matgyo/contracts/errors/index';
import type { Notifier } from '../../conversation/notifications/notifier.ts';
import { storePayoutKeptNotification } from '../../conversation/notifications/store-notifications.ts';
import type { Caller } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import type { KeptRows } from '../../proof/kept-rows/kept-rows.ts';
import { countGuess } from '../one-time-codes/count-guess.ts';
import { type CodeSending, sendCodeTo } from '../one-time-codes/send-code.ts';
import { lockOwnSession } from '../sessions/lock-sessions.ts';
import { lockEdits } from './edit-member.ts';
import { memberById } from './member-query.ts';
import type { PaymentMethodDependencies } from './payment-methods.ts';
import { type Payout, payoutOf, unreadablePayout } from './payout-changes.ts';
import { maskedPayout, payoutCodeText, payoutRejectedText } from './payout-texts.ts';
import { type TellingPhones, type TrustedPhones, tellPhone } from './phone-changes.ts';

export interface SettlePayoutDependencies extends PaymentMethodDependencies, CodeSending, TellingPhones {
  readonly trustedPhones: TrustedPhones;
  readonly limits: RateLimits;
  readonly kept: KeptRows;
  readonly notifier: Pick<Notifier, 'notify'>;
}

/** A change of one's own payout data that waits, named by who is asked about it. */
interface Asked {
  readonly caller: Caller;
  readonly changeId: string;
  readonly requestId: string;
}

/**
 * Sends the code that confirms a change, to the phone that was the member's before staff changed it lately.
 *
 * @throws RequestFailure PAYOUT_CHANGE_OVER, SMS_FAILED, CODE_TOO_SOON, TOO_MANY_REQUESTS
 */
export async function sendPayoutCode(
  deps: SettlePayoutDependencies,
  { caller, changeId, ip, language }: Asked & { readonly ip: string; readonly language: Language },
): Promise<void> {
  const { before, after } = await waitingChange(deps, caller, changeId);
  const phone = await deps.trustedPhones.of(caller.memberId);
  if (phone === undefined) throw failure('SMS_FAILED');
  await sendCodeTo(deps, {
    ...{ ip, subject: { purpose: 'payout', changeId }, phone, budget: 'account', failed: 'SMS_FAILED' },
    text: (code) => payoutCodeText(maskedPayout(before, after), code, language),
  });
}

/**
 * Puts a change to use at once.
 *
 * @throws RequestFailure PAYOUT_CHANGE_OVER, OTP_WRONG, TOO_MANY_REQUESTS
 */
export async function confirmPayout(
  deps: SettlePayoutDependencies,
  { code, ip, ...asked }: Asked & { readonly code: string; readonly ip: string },
): Promise<void> {
  const guess = await countGuess(deps.limits, ip);
  const { caller, changeId } = asked;
  await waitingChange(deps, caller, changeId);
  const phone = await deps.trustedPhones.of(caller.memberId);
  if (!(await deps.store.redeem({ purpose: 'payout', changeId }, phone, code))) throw failure('OTP_WRONG');
  await guess.wasRight();
  await settle(deps, asked, 'confirmed');
}

/**
 * Sets back what was in use: the new data never is.
 *
 * @throws RequestFailure PAYOUT_CHANGE_OVER
 */
export async function rejectPayout(deps: SettlePayoutDependencies, asked: Asked): Promise<void> {
  const notices = await settle(deps, asked, 'rejected');
  const { memberId } = asked.caller;
  tellPhone(deps, (await deps.trustedPhones.of(memberId)) ?? null, payoutRejectedText);
  deps.notifier.notify(notices);
}

/** What is in use and what waits. */
async function waitingChange(
  { payoutChanges, db }: SettlePayoutDependencies,
  { memberId }: Caller,
  changeId: string,
): Promise<{ readonly before: Payout; readonly after: Payout }> {
  const held = await payoutChanges.heldAt(memberId);
  const row = await memberById(db, memberId);
  if (held?.id !== changeId || row === undefined) throw failure('PAYOUT_CHANGE_OVER');
  return { before: held.before ?? unreadablePayout, after: payoutOf(row) };
}

const actions = {
  confirmed: 'payout-change-confirmed',
  rejected: 'payout-change-rejected',
} as const satisfies Readonly<Record<string, AuditAction>>;

/** Of two at once, and of one beside an edit, exactly one finds the change waiting. */
const settle = (
  { db, payoutChanges, kept }: SettlePayoutDependencies,
  { caller, changeId, requestId }: Asked,
  outcome: keyof typeof actions,
): Promise<readonly string[]> =>
  db.transaction().execute(async (trx) => {
    const { memberId } = caller;
    await lockEdits(trx, memberId);
    await lockOwnSession(trx, caller);
    const settled = await payoutChanges.settle(trx, { memberId, changeId }, outcome);
    if (settled === undefined) throw failure('PAYOUT_CHANGE_OVER');
    const isRejected = outcome === 'rejected';
    if (isRejected)
      await trx
        .updateTable('app.members')
        .set(columnsOf(settled.inUse ?? unreadablePayout))
        .where('id', '=', memberId)
        .execute();
    const notices = isRejected
      ? await storePayoutKeptNotification(trx, { changeId, memberId, rejected: true })
      : [];
    await recordAudit(trx, { action: actions[outcome], actor: caller, subjectId: memberId, requestId });
    await kept.enter(trx, {
      'app.members': isRejected ? [memberId] : [],
      'app.payout_changes': settled.endedIds,
    });
    return notices;
  });

const columnsOf = ({ bankName, bankAccount, tetherAddress }: Payout) => ({
  bank_name: bankName,
  bank_account: bankAccount,
  tether_address: tetherAddress,
});
