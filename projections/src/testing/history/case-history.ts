import type { AppealOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { tradeStream } from '@matgyo/contracts/streams';
import { adminId } from './event-writer.ts';
import { PaymentHistory } from './payment-history.ts';
import type { Trade } from './trade-history.ts';

function ofCase({ id: tradeId, openCase }: Trade) {
  if (openCase === undefined) throw new Error('no case is open');
  return { tradeId, caseId: openCase.id };
}

/** Cases, their rulings and appeals. */
export class CaseHistory extends PaymentHistory {
  /** A case opened by the buyer. */
  openCase(trade: Trade): void {
    const caseId = this.id() as CaseId;
    trade.openCase = { id: caseId, taken: false };
    const ofCase = { tradeId: trade.id, caseId, by: 'buy' } as const;
    this.appendAs(trade.buy.memberId, trade, {
      type: 'CaseOpened',
      data: { ...ofCase, reason: 'TETHER_NOT_RECEIVED' },
    });
    this.addStatement(trade);
  }

  addStatement(trade: Trade): void {
    const { tradeId, caseId } = ofCase(trade);
    this.appendAs(trade.buy.memberId, trade, {
      type: 'CaseStatementAdded',
      data: { tradeId, caseId, by: 'buy', statement: 'c'.repeat(64) },
    });
  }

  /** The admin takes the case, or returns it. */
  passCase(trade: Trade): void {
    if (trade.openCase === undefined) throw new Error('no case is open');
    trade.openCase.taken = !trade.openCase.taken;
    const data = ofCase(trade);
    this.appendTrade(
      trade,
      trade.openCase.taken
        ? { type: 'CaseTaken', data: { ...data, adminId: adminId as MemberId } }
        : { type: 'CaseReleased', data },
    );
  }

  withdrawCase(trade: Trade): void {
    this.appendAs(trade.buy.memberId, trade, { type: 'CaseWithdrawn', data: ofCase(trade) });
    delete trade.openCase;
  }

  /** Rules a case and begins the steps that execute the ruling. */
  ruleSteps(trade: Trade, outcome: 'complete' | 'cancel', part?: Usdt): Generator<void, void> {
    if (trade.openCase?.taken === false) this.passCase(trade);
    const data = { ...ofCase(trade), outcome, reasons: ['PAYMENT_PROVEN'], grounds: 'd'.repeat(64) };
    this.appendTrade(trade, { type: 'CaseRuled', data: { ...data, ...(part && { amount: part }) } });
    trade.ruled = { caseId: data.caseId, at: this.now, appealed: false };
    delete trade.openCase;
    return outcome === 'complete' ? this.completeSteps(trade, undefined, part) : this.cancelSteps(trade);
  }

  /** An appeal by the seller, who lost. */
  appeal(trade: Trade): void {
    if (trade.ruled === undefined) throw new Error('no case was ruled on');
    trade.ruled.appealed = true;
    const data = {
      tradeId: trade.id,
      caseId: trade.ruled.caseId,
      by: 'sell',
      statement: 'c'.repeat(64),
    } as const;
    this.appendAs(trade.sell.memberId, trade, { type: 'CaseAppealed', data });
  }

  /** A decision on the appeal by another admin. */
  decideAppeal(trade: Trade, outcome: AppealOutcome, by: MemberId): void {
    if (trade.ruled === undefined) throw new Error('no case was ruled on');
    const data = { tradeId: trade.id, caseId: trade.ruled.caseId, outcome, grounds: 'd'.repeat(64) };
    delete trade.ruled;
    this.append(tradeStream(trade.id), 'admin', [{ type: 'AppealRuled', data }], by);
  }
}
