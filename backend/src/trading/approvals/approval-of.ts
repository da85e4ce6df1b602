import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import { approverConflict, isCompletedByTwo } from '@matgyo/ledger/approval/approval-policy';
import { refuseOutdated } from '@matgyo/ledger/approval/decisions';
import type { Beneficiaries } from '@matgyo/ledger/conflict-of-interest';
import { invariant } from '@matgyo/ledger/invariant';
import { refuse } from '@matgyo/ledger/refusal';
import type { CompletionMark, TradeTerms } from '@matgyo/ledger/trade/trade';
import { loadPair, type PairIds } from '../trades/order-pair.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActOf } from './act-kinds.ts';

/** What another admin approved about a trade. */
export interface Approved {
  readonly approvalId: ApprovalId;
  readonly act: ActOf<'completion' | 'reversal'>;
  /** Who asked and who approved. */
  readonly admins: readonly MemberId[];
}

/** An act on a trade as it would be carried out now. */
interface ActOnTrade {
  readonly actorId: string;
  /** Of the trade's stream. */
  readonly revision: number;
  readonly beneficiaries: Beneficiaries;
}

/** Who gains by the completion of a trade: by the seller's account as it is now, or as it was approved. */
export async function beneficiariesOf(
  { accounts, ledger }: Pick<TradeProcess, 'accounts' | 'ledger'>,
  { sellerId, buyerId }: Pick<TradeTerms, 'sellerId' | 'buyerId'>,
  approved?: Approved,
): Promise<Beneficiaries> {
  if (approved !== undefined)
    return { owners: [sellerId, buyerId], feeCode: approved.act.sellerReferralCode };
  const seller = await accounts.get(sellerId, ledger.log);
  return { owners: [sellerId, buyerId], feeCode: seller?.referralCode ?? null };
}

/**
 * What the completion says of its approval, or of the limit it did not reach. Refused: APPROVAL_OUTDATED where it is not
 * what was approved, APPROVAL_NEEDED if no approval was requested and another admin could grant it.
 */
export async function approvalOf(
  process: TradeProcess,
  completion: ActOnTrade & { readonly orders: PairIds },
  approved: Approved | undefined,
): Promise<CompletionMark> {
  return approved !== undefined || (await isAboveLimit(process, completion.orders))
    ? { approval: await secondLook(process, completion, approved) }
    : { fourEyesKrw: process.fourEyes.limit };
}

/** Whether the completion of these two orders' match takes another admin. */
export async function isAboveLimit(
  { fourEyes, ledger }: Pick<TradeProcess, 'fourEyes' | 'ledger'>,
  orders: PairIds,
): Promise<boolean> {
  const { sell, buy } = await loadPair(ledger.log, orders);
  const placed = [sell.state, buy.state].map((order) => {
    invariant(order.phase !== 'none', 'the orders of a match are there');
    return order;
  });
  return isCompletedByTwo(placed, fourEyes.limit);
}

/** The same of an act that always needs another admin. */
export async function secondLook(
  process: TradeProcess,
  act: ActOnTrade,
  approved: Approved | undefined,
): Promise<ApprovalMark> {
  if (approved !== undefined) {
    const { revision, beneficiaries } = act;
    refuseOutdated(approved.act, { revision, referralCode: beneficiaries.feeCode });
    await refuseUnlessAdmins(process, approved.admins);
    return approved.approvalId;
  }
  if (await canBeApproved(process, act)) refuse('APPROVAL_NEEDED');
  return noSecondAdmin;
}

/**
 * Step by step one who asked or approved may have lost the role before it is carried out. Refused: APPROVAL_BY_NO_ADMIN.
 */
export async function refuseUnlessAdmins(
  { fourEyes, ledger }: Pick<TradeProcess, 'fourEyes' | 'ledger'>,
  memberIds: readonly MemberId[],
): Promise<void> {
  for (const memberId of memberIds)
    if ((await fourEyes.admin(memberId, ledger.log)) === undefined) refuse('APPROVAL_BY_NO_ADMIN');
}

/** Whether there is another admin who is not a party. */
export async function canBeApproved(
  { fourEyes, ledger }: TradeProcess,
  { actorId, beneficiaries }: ActOnTrade,
): Promise<boolean> {
  const others = await fourEyes.others(actorId, ledger.log);
  return others.some((other) => approverConflict(other, beneficiaries.owners) === null);
}
