import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId } from '@matgyo/contracts/ids';
import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { refuseOutdated } from '@matgyo/ledger/approval/decisions';
import { type Beneficiaries, conflictOfInterest } from '@matgyo/ledger/conflict-of-interest';
import { refuse } from '@matgyo/ledger/refusal';
import type { TradeTerms } from '@matgyo/ledger/trade/trade';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActOf } from './act-kinds.ts';

/** What another admin approved about a trade. */
export interface Approved {
  readonly approvalId: ApprovalId;
  readonly act: ActOf<'completion' | 'reversal'>;
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
 * What the completion says of its approval; undefined below the limit. Refused: APPROVAL_OUTDATED where it is not what was
 * approved, APPROVAL_NEEDED if no approval was requested and another admin could grant it.
 */
export async function approvalOf(
  process: TradeProcess,
  completion: ActOnTrade & { readonly krw: Krw },
  approved: Approved | undefined,
): Promise<ApprovalMark | undefined> {
  const isAbove = compareMoney(completion.krw, process.fourEyes.limit) > 0;
  return isAbove || approved !== undefined ? secondLook(process, completion, approved) : undefined;
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
    return approved.approvalId;
  }
  if (await canBeApproved(process, act)) refuse('APPROVAL_NEEDED');
  return noSecondAdmin;
}

/** Whether there is another admin who is not a party. */
export async function canBeApproved(
  { fourEyes, ledger }: TradeProcess,
  { actorId, beneficiaries }: ActOnTrade,
): Promise<boolean> {
  const others = await fourEyes.others(actorId, ledger.log);
  return others.some((other) => conflictOfInterest(other, { ...beneficiaries, feeCode: null }) === null);
}
