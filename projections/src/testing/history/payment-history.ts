import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import { tradeStream } from '@matgyo/contracts/streams';
import { eventOf } from '@matgyo/ledger/trade/payment';
import { type Trade, TradeHistory } from './trade-history.ts';

/** Payment steps and their windows. */
export class PaymentHistory extends TradeHistory {
  /** Marks the next step, by the party who owes it or by the admin. */
  markStep(trade: Trade, by: 'party' | 'admin' = 'party'): void {
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('all steps are marked');
    trade.marks += 1;
    const tradeId = trade.id;
    const signature = `${'3'.repeat(80)}${tradeId.slice(-7).replaceAll('0', 'z')}`;
    const data = step === 'tether-sent' ? { tradeId, signature } : { tradeId };
    const event = { type: eventOf[step], data } as LedgerEvent;
    if (by === 'admin') this.appendTrade(trade, event);
    else this.appendAs(trade[partyOf[step]].memberId, trade, event);
    if (step !== 'tether-sent') return;
    const seen = { tradeId, signature, outcome: 'arrived', amount: trade.amount } as const;
    this.append(tradeStream(tradeId), 'system', [{ type: 'TransferChecked', data: seen }]);
  }

  takeBackStep(trade: Trade): void {
    trade.marks -= 1;
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('no step is marked');
    const data = { tradeId: trade.id, step };
    this.appendAs(trade[partyOf[step]].memberId, trade, { type: 'StepTakenBack', data });
  }

  /** Pauses and resumes, extends, or expires the window; `step` is the pending one. */
  moveWindow(trade: Trade, how: 'pause' | 'extend' | 'expire'): void {
    const { id: tradeId } = trade;
    const step = paymentSteps[trade.marks];
    if (step === undefined) throw new Error('all steps are marked');
    const reason = 'PARTY_ASKED';
    if (how === 'pause')
      for (const type of ['WindowPaused', 'WindowResumed'] as const)
        this.appendTrade(trade, { type, data: { tradeId, reason } });
    if (how !== 'pause')
      this.appendTrade(trade, { type: 'WindowExtended', data: { tradeId, minutes: 30, reason } });
    if (how === 'expire')
      this.later(() =>
        this.append(tradeStream(tradeId), 'system', [
          { type: 'WindowExpired', data: { tradeId, step, minutes: 60 } },
        ]),
      );
  }
}
