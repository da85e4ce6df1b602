import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import type { ReversalReason } from '@matgyo/contracts/reversals';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { refuse } from '@matgyo/ledger/refusal';
import { reversibleTrade, revisionForReversal } from '@matgyo/ledger/trade/reversal';
import { actingStaff } from '../orders/accounts.ts';
import { appendReversal, beneficiariesOfReversal, type WhyReversed } from '../reversals/reverse-trade.ts';
import { approvedTerms, canBeApproved } from '../second-admin/approval-of.ts';
import { loadTrade } from '../trades/find-trade.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActionKind, ActionOf } from './action-kinds.ts';

/**
 * A reversal to be approved, with the figures it depends on. Refused as `appendReversal` without an approval, and
 * APPROVAL_NOT_NEEDED.
 */
export async function requestedReversal(
  process: TradeProcess,
  { tradeId, askedBy, ...why }: { readonly tradeId: TradeId; readonly askedBy: MemberId } & WhyReversed,
): Promise<ActionOf<'reversal'>> {
  const { log } = process.ledger;
  const { state: trade, revision: last } = await loadTrade(log, tradeId);
  const completed = reversibleTrade(trade, why.reason);
  const revision = revisionForReversal(completed, last);
  const beneficiaries = beneficiariesOfReversal(completed);
  refuseConflict(await actingStaff(log, askedBy), beneficiaries);
  const action = { actorId: askedBy, revision, beneficiaries };
  if (!(await canBeApproved(process, action))) refuse('APPROVAL_NOT_NEEDED');
  const { terms, fee, sellerReferralCode } = completed;
  return { kind: 'reversal', revision, ...approvedTerms(terms), fee, sellerReferralCode, ...why };
}

export const reversal: ActionKind<'reversal'> = {
  async now(process, { tradeId, sellerReferralCode }) {
    // Of a completed trade the code is frozen.
    const { state: trade, revision } = await loadTrade(process.ledger.log, tradeId);
    const basis = { referralCode: sellerReferralCode };
    if (trade.state !== 'completed') return { ...basis, revision };
    const statements = trade.ruling?.appeal === 'open' ? trade.ruling.statements : undefined;
    return { ...basis, revision: revisionForReversal(trade, revision), statements };
  },
  perform(process, { command, approvalId, admins, action }) {
    const { tradeId, grounds } = action;
    const reason = action.reason as ReversalReason;
    const approval = { approvalId, action, admins };
    return appendReversal(process, { command, tradeId, reason, grounds, approval });
  },
};
