import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { ApprovalMark, RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, CaseId, MemberId } from '@matgyo/contracts/ids';
import { approvalStream, tradeStream } from '@matgyo/contracts/streams';
import { CaseHistory } from './history/case-history.ts';
import { adminId } from './history/event-writer.ts';
import type { Trade } from './history/trade-history.ts';

/**
 * Writes histories as the ledger would: every event is a valid successor of those before it. Each class adds a subject;
 * this one approvals and reversals.
 */
export class History extends CaseHistory {
  /** The admin requests approval to complete a match. */
  askApproval(trade: Trade): ApprovalId {
    const { feeRate: _, feeRule: __, ...terms } = this.terms(trade);
    const sellerReferralCode = this.referralCodes.get(terms.sellerId) ?? null;
    return this.#ask({ kind: 'completion', revision: 1, ...terms, sellerReferralCode });
  }

  /** In steps: granted, executed, recorded as done. */
  *approveSteps(trade: Trade, by: MemberId): Generator<void, void> {
    const approvalId = this.askApproval(trade);
    const stream = approvalStream(approvalId);
    const data = { approvalId, askedBy: adminId as MemberId, by };
    this.append(stream, 'admin', [{ type: 'ApprovalGranted', data }], by);
    yield* this.completeSteps(trade, approvalId);
    this.append(stream, 'system', [{ type: 'ApprovalFulfilled', data: { approvalId } }]);
  }

  /** Ends a request without approval. */
  endApproval(approvalId: ApprovalId, by: MemberId, how: 'refuse' | 'expire' | 'lapse'): void {
    const ended = { approvalId, askedBy: adminId as MemberId };
    const stream = approvalStream(approvalId);
    if (how === 'lapse') {
      this.append(stream, 'admin', [{ type: 'ApprovalGranted', data: { ...ended, by } }], by);
      const lapsed = { approvalId, reason: 'APPROVAL_OUTDATED' };
      this.append(stream, 'system', [{ type: 'ApprovalLapsed', data: lapsed }]);
    } else if (how === 'expire')
      this.later(() => this.append(stream, 'system', [{ type: 'ApprovalExpired', data: ended }]));
    else this.append(stream, 'admin', [{ type: 'ApprovalRefused', data: { ...ended, by } }], by);
  }

  /** Reverses a completed trade, by the admin alone or as approved by `by`. */
  reverse(trade: Trade, by?: MemberId): void {
    const { completed } = trade;
    if (completed === undefined) throw new Error('only a completed trade is reversed');
    delete trade.completed;
    const { terms, fee, sellerReferralCode } = completed;
    const why = { reason: 'COMPLETED_BY_MISTAKE', grounds: 'd'.repeat(64) };
    const reversed = (approval: ApprovalMark): void => {
      const data = { ...terms, fee, sellerReferralCode, ...why, approval };
      const { ruled } = trade;
      delete trade.ruled;
      const overturned = { tradeId: trade.id, caseId: ruled?.caseId as CaseId, outcome: 'overturn' } as const;
      this.append(tradeStream(trade.id), 'admin', [
        ...(ruled?.appealed === true ? [{ type: 'AppealRuled', data: overturned } as const] : []),
        { type: 'TradeReversed', data },
      ]);
    };
    if (by === undefined) {
      reversed(noSecondAdmin);
      return;
    }
    const { feeRate: _, feeRule: __, ...about } = terms;
    const approvalId = this.#ask({
      kind: 'reversal',
      revision: 1,
      ...about,
      fee,
      sellerReferralCode,
      ...why,
    });
    const stream = approvalStream(approvalId);
    const granted = { approvalId, askedBy: adminId as MemberId, by };
    this.append(stream, 'admin', [{ type: 'ApprovalGranted', data: granted }], by);
    reversed(approvalId);
    this.append(stream, 'system', [{ type: 'ApprovalFulfilled', data: { approvalId } }]);
  }

  #ask(action: RequestedAction): ApprovalId {
    const approvalId = this.id() as ApprovalId;
    const data = { approvalId, askedBy: adminId as MemberId, minutes: 1440, act: action };
    this.append(approvalStream(approvalId), 'admin', [{ type: 'ApprovalRequested', data }]);
    return approvalId;
  }
}
