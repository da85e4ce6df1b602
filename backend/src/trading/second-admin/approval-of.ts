import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import type { ApprovalMark, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import type { Approval } from '@matgyo/ledger/approval/approval';
import { needsTwoAdmins } from '@matgyo/ledger/approval/approval-policy';
import { refuseOutdated } from '@matgyo/ledger/approval/decisions';
import type { Beneficiaries } from '@matgyo/ledger/conflict-of-interest';
import { invariant } from '@matgyo/ledger/invariant';
import { refuse } from '@matgyo/ledger/refusal';
import type { TradeTerms } from '@matgyo/ledger/trade/trade';
import type { ApprovalOrLimit } from '@matgyo/ledger/trade/trade-decisions';
import type { Ledger } from '../../platform/commands/execute-on-stream.ts';
import type { LedgerLog, StreamHistory } from '../../platform/commands/stream-history.ts';
import type { Accounts } from '../orders/accounts.ts';
import { loadPair, type PairIds } from '../orders/order-pair.ts';
import type { FourEyes } from './four-eyes.ts';

/** What a decision asks whether another admin has to approve it. */
interface Deciding {
  readonly ledger: Ledger<LedgerLog>;
  readonly fourEyes: FourEyes;
}

/** An action on a trade that another admin approved. */
export interface Approved {
  readonly approvalId: ApprovalId;
  readonly action: Extract<RequestedAction, { readonly kind: 'completion' | 'reversal' }>;
  /** The admin who requested, and the one who approved. */
  readonly admins: readonly MemberId[];
}

/** An action on a trade as it would be carried out now. */
interface TradeAction {
  readonly actorId: string;
  /** Of the trade's stream. */
  readonly revision: number;
  readonly beneficiaries: Beneficiaries;
}

/** What the only admin typed to confirm an action that no other admin can check, and has to type. */
interface AloneConfirmation {
  readonly typed: string | undefined;
  readonly wanted: string;
}

export const grantIn = ({ events }: StreamHistory<Approval>): RecordedEvent | undefined =>
  events.find(({ type }) => type === 'ApprovalGranted');

/** The terms of a trade that its approval repeats. */
export function approvedTerms(terms: TradeTerms) {
  const { tradeId, sellOrderId, buyOrderId, sellerId, buyerId, amount, price, krw } = terms;
  return { tradeId, sellOrderId, buyOrderId, sellerId, buyerId, amount, price, krw };
}

/** Who benefits from completing a trade; the fee's code is that of the approval, or the seller's current one. */
export async function beneficiariesOf(
  { accounts, ledger }: { readonly accounts: Accounts; readonly ledger: Deciding['ledger'] },
  { sellerId, buyerId }: Pick<TradeTerms, 'sellerId' | 'buyerId'>,
  approved?: Approved,
): Promise<Beneficiaries> {
  if (approved !== undefined)
    return { owners: [sellerId, buyerId], feeCode: approved.action.sellerReferralCode };
  const seller = await accounts.get(sellerId, ledger.log);
  return { owners: [sellerId, buyerId], feeCode: seller?.referralCode ?? null };
}

/**
 * The approval of a completion or a ruling, or the limit that it did not reach. Refused: APPROVAL_OUTDATED if it
 * differs from what was approved, APPROVAL_BY_NO_ADMIN, APPROVAL_NEEDED if no approval was requested and another admin
 * could grant it, CONFIRM_ALONE if none could and the amount was not typed.
 */
export async function approvalOf(
  process: Deciding,
  decision: TradeAction & { readonly orders: PairIds },
  given: Approved | AloneConfirmation | 'nothing typed',
): Promise<ApprovalOrLimit> {
  return isApproved(given) || (await matchNeedsTwoAdmins(process, decision.orders))
    ? { approval: await requiredApproval(process, decision, given) }
    : { fourEyesKrw: process.fourEyes.limit };
}

/** Whether this admin's completion of a match, or ruling on it, needs another admin's approval, and one could give it. */
export async function matchNeedsApproval(
  process: Deciding,
  match: PairIds & Pick<TradeTerms, 'sellerId' | 'buyerId'>,
  actorId: MemberId,
): Promise<boolean> {
  const beneficiaries = { owners: [match.sellerId, match.buyerId], feeCode: null };
  return (await matchNeedsTwoAdmins(process, match)) && canBeApproved(process, { actorId, beneficiaries });
}

/** Whether completing a match of these two orders, or ruling on it, needs another admin. */
async function matchNeedsTwoAdmins({ fourEyes, ledger }: Deciding, orders: PairIds): Promise<boolean> {
  const { sell, buy } = await loadPair(ledger.log, orders);
  const placed = [sell.state, buy.state].map((order) => {
    invariant(order.phase !== 'none', 'the orders of a match exist');
    return order;
  });
  return needsTwoAdmins(placed, fourEyes.limit);
}

/** The approval of an action that always needs one. Refused as `approvalOf`. */
export async function requiredApproval(
  process: Deciding,
  action: TradeAction,
  given: Approved | AloneConfirmation | 'nothing typed',
): Promise<ApprovalMark> {
  if (isApproved(given)) return checkedApproval(process, action, given);
  if (await canBeApproved(process, action)) refuse('APPROVAL_NEEDED');
  if (given !== 'nothing typed' && !isConfirmed(given.typed, given.wanted))
    refuse('CONFIRM_ALONE', { confirmAlone: given.wanted });
  return noSecondAdmin;
}

/** `given`, with the won that the only admin has to type. */
export const withWanted = (
  given: Approved | Pick<AloneConfirmation, 'typed'> | 'nothing typed',
  wanted: string,
): Approved | AloneConfirmation | 'nothing typed' =>
  given === 'nothing typed' || isApproved(given) ? given : { typed: given.typed, wanted };

export const isApproved = (
  given: Approved | Pick<AloneConfirmation, 'typed'> | 'nothing typed',
): given is Approved => given !== 'nothing typed' && 'approvalId' in given;

/** Refused: APPROVAL_OUTDATED, APPROVAL_BY_NO_ADMIN. */
async function checkedApproval(
  process: Deciding,
  { revision, beneficiaries }: TradeAction,
  { approvalId, action, admins }: Approved,
): Promise<ApprovalId> {
  refuseOutdated(action, { revision, referralCode: beneficiaries.feeCode });
  await refuseUnlessAdmins(process, admins);
  return approvalId;
}

/**
 * On a log that appends to one stream at a time, the admin who requested or approved may lose the role before the
 * action is carried out. Refused then: APPROVAL_BY_NO_ADMIN.
 */
export async function refuseUnlessAdmins(
  { fourEyes, ledger }: Deciding,
  memberIds: readonly MemberId[],
): Promise<void> {
  for (const memberId of memberIds)
    if ((await fourEyes.activeAdmin(memberId, ledger.log)) === undefined) refuse('APPROVAL_BY_NO_ADMIN');
}

/** Whether there is another admin who is not a party. */
export async function canBeApproved(
  { fourEyes, ledger }: Deciding,
  { actorId, beneficiaries }: Omit<TradeAction, 'revision'>,
): Promise<boolean> {
  const others = await fourEyes.otherAdmins(actorId, ledger.log);
  return others.some(({ memberId }) => beneficiaries.owners.every((owner) => owner !== memberId));
}
