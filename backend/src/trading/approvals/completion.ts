import type { RulingReason } from '@matgyo/contracts/cases';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import { refuseConflict } from '@matgyo/ledger/conflict-of-interest';
import { refuse } from '@matgyo/ledger/refusal';
import { revisionForRuling, ruleCase } from '@matgyo/ledger/trade/case-decisions';
import type { SeenMark } from '@matgyo/ledger/trade/payment';
import { matchedTrade, startCompleting } from '@matgyo/ledger/trade/trade-decisions';
import { actingStaff } from '../orders/accounts.ts';
import { approvedTerms, beneficiariesOf, matchNeedsApproval } from '../second-admin/approval-of.ts';
import { loadTrade } from '../trades/find-trade.ts';
import { type CaseRuling, carryOutRuling, completeTrade } from '../trades/finish-trade.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActionKind, ActionOf } from './action-kinds.ts';

export interface RequestedCompletion {
  readonly tradeId: TradeId;
  readonly askedBy: MemberId;
  readonly reason?: string | undefined;
  /** The last step that the requester saw marked. */
  readonly marked?: SeenMark;
  readonly ruling?: Omit<CaseRuling, 'adminId'> | undefined;
}

/**
 * A completion or a ruling to be approved, with the figures it depends on. Refused as completing or ruling without an
 * approval, and APPROVAL_NOT_NEEDED.
 */
export async function requestedCompletion(
  process: TradeProcess,
  request: RequestedCompletion,
): Promise<ActionOf<'completion'>> {
  const { askedBy, reason, marked, ruling } = request;
  const { log } = process.ledger;
  const { state: trade, revision: last } = await loadTrade(log, request.tradeId);
  const revision = revisionForRuling(trade, last);
  // In a case a trade is ended by the ruling alone.
  const { terms } = ruling !== undefined && trade.state === 'matched' ? trade : matchedTrade(trade);
  const beneficiaries = await beneficiariesOf(process, terms);
  const sellerReferralCode = beneficiaries.feeCode;
  refuseConflict(await actingStaff(log, askedBy), beneficiaries);
  if (ruling === undefined) startCompleting(trade, sellerReferralCode, reason, marked);
  const ruled = ruling && ruleCase(trade, { ...ruling, adminId: askedBy, sellerReferralCode });
  if (!(await matchNeedsApproval(process, terms, askedBy))) refuse('APPROVAL_NOT_NEEDED');
  return {
    kind: 'completion',
    revision,
    ...approvedTerms(terms),
    sellerReferralCode,
    ...(ruling === undefined
      ? reason && { reason }
      : { ruling: approvableRuling(ruling, ruled?.unapproved) }),
  };
}

/** The ruling as it would be decided: an amount equal to the whole match's is left out. */
function approvableRuling(
  { caseId, outcome, reasons, grounds }: NonNullable<RequestedCompletion['ruling']>,
  events: readonly TradeEvent[] | undefined,
) {
  const amount = events?.flatMap(({ type, data }) => (type === 'CaseRuled' ? (data.amount ?? []) : []))[0];
  return { caseId, outcome, reasons: [...reasons], grounds, ...(amount && { amount }) };
}

/** Completing a match; or carrying out a ruling, which may also cancel it. */
export const completion: ActionKind<'completion'> = {
  async now(process, action) {
    const { state: trade, revision } = await loadTrade(process.ledger.log, action.tradeId);
    const { feeCode } = await beneficiariesOf(process, action);
    const statements = trade.state === 'matched' ? trade.cases.open?.statements : undefined;
    return { revision: revisionForRuling(trade, revision), referralCode: feeCode, statements };
  },
  perform(process, { command, approvalId, admins, action }) {
    const { tradeId, ruling, reason } = action;
    const finish = { command, trade: { tradeId }, approval: { approvalId, action, admins } };
    if (ruling === undefined) return completeTrade(process, { ...finish, reason });
    return carryOutRuling(process, {
      ...finish,
      ruling: {
        caseId: ruling.caseId,
        adminId: admins[0],
        outcome: ruling.outcome ?? 'complete',
        ...(ruling.amount && { amount: ruling.amount }),
        reasons: ruling.reasons as RulingReason[],
        grounds: ruling.grounds,
      },
    });
  },
};
