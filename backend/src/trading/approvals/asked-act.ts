import type { RulingReason } from '@matgyo/contracts/cases';
import type { AskedAct } from '@matgyo/contracts/events/approval-events';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { compareMoney } from '@matgyo/contracts/money';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { refuse } from '@matgyo/ledger/refusal';
import { ruleCase } from '@matgyo/ledger/trade/case-decisions';
import { matchedTrade } from '@matgyo/ledger/trade/payment-decisions';
import { startCompleting } from '@matgyo/ledger/trade/trade';
import { actingStaff } from '../orders/account-facts.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { loadTrade } from '../trades/trade-visit.ts';
import { beneficiariesOf, canBeApproved } from './approval-of.ts';

export interface AskedCompletion {
  readonly tradeId: TradeId;
  readonly askedBy: MemberId;
  readonly reason?: string | undefined;
  readonly ruling?:
    | { readonly caseId: CaseId; readonly reasons: readonly RulingReason[]; readonly grounds: string }
    | undefined;
}

/**
 * A completion with everything it rests on, if it could be carried out now but for the approval. Refused as completing or
 * ruling, and APPROVAL_NOT_NEEDED.
 */
export async function askedAct(process: TradeProcess, asked: AskedCompletion): Promise<AskedAct> {
  const { askedBy, reason, ruling } = asked;
  const { log } = process.ledger;
  const { state: trade, revision } = await loadTrade(log, asked.tradeId);
  // In a case a trade is completed by the ruling alone.
  const { terms } = ruling !== undefined && trade.state === 'matched' ? trade : matchedTrade(trade);
  const beneficiaries = await beneficiariesOf(process, terms);
  const sellerReferralCode = beneficiaries.feeCode;
  refuseConflict(await actingStaff(log, askedBy), beneficiaries);
  if (ruling === undefined) startCompleting(trade, sellerReferralCode, reason);
  else ruleCase(trade, { ...ruling, adminId: askedBy, outcome: 'complete', sellerReferralCode });
  const isAbove = compareMoney(terms.krw, process.fourEyes.limit) > 0;
  const completion = { actorId: askedBy, krw: terms.krw, revision, beneficiaries };
  if (!isAbove || !(await canBeApproved(process, completion))) refuse('APPROVAL_NOT_NEEDED');
  const { tradeId, sellOrderId, buyOrderId, sellerId, buyerId, amount, price, krw } = terms;
  return {
    ...{ kind: 'completion', revision, tradeId, sellOrderId, buyOrderId, sellerId, buyerId },
    ...{ amount, price, krw, sellerReferralCode },
    ...(ruling === undefined
      ? reason && { reason }
      : { ruling: { ...ruling, reasons: [...ruling.reasons] } }),
  };
}
