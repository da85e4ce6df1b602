import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { type CaseId, type MemberId, sides, type TradeId } from '@matgyo/contracts/ids';
import {
  addUsdt,
  krwFor,
  minUsdt,
  type Rate,
  subtractUsdt,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import { feeOnSettlement, feeRuleId } from '@matgyo/ledger/fees';
import type { Settlement } from '@matgyo/ledger/trade/reversal';
import { type Order, OrderHistory } from './order-history.ts';

export interface Trade {
  readonly id: TradeId;
  readonly sell: Order;
  readonly buy: Order;
  readonly amount: Usdt;
  state: 'under way' | 'offered' | 'matched' | 'finished';
  /** Number of marked payment steps. */
  marks: number;
  /** The settlement of its completion, until it is reversed. */
  completed?: Settlement;
  /** The open case, and whether an admin has taken it. */
  openCase?: { readonly id: CaseId; taken: boolean };
  /** The case by whose ruling it ends, until an appeal against it is decided. */
  ruled?: { readonly caseId: CaseId; readonly at: string; appealed: boolean };
}

const feeRate = '0.01' as Rate;

/** The processes of trades, in one go or one append per step, so that they can be interleaved. */
export class TradeHistory extends OrderHistory {
  readonly trades: Trade[] = [];

  match(sell: Order, buy: Order, amount?: string): Trade {
    return toEnd(this.matchSteps(sell, buy, amount));
  }

  *matchSteps(
    sell: Order,
    buy: Order,
    wanted?: string,
    outcome: 'matched' | 'rejected' | 'offered' = 'matched',
  ): Generator<void, Trade> {
    const amount = (wanted as Usdt | undefined) ?? minUsdt(sell.open, buy.open);
    const trade: Trade = { id: this.id() as TradeId, sell, buy, amount, state: 'under way', marks: 0 };
    this.trades.push(trade);
    // Amounts reserved for this trade are not available to others.
    for (const order of [sell, buy]) order.open = subtractUsdt(order.open, amount);
    for (const order of [sell, buy]) order.reserved = addUsdt(order.reserved, amount);
    const consent = outcome === 'offered' ? { consent: { of: [...sides], minutes: 43_200 } } : {};
    this.appendTrade(trade, { type: 'TradeProposed', data: { ...this.terms(trade), ...consent } });
    yield;
    this.#reserve(trade, sell, buy);
    yield;
    const { id: tradeId } = trade;
    if (outcome !== 'rejected') {
      this.#reserve(trade, buy, sell);
      yield;
      this.appendTrade(trade, {
        type: outcome === 'offered' ? 'TradeOffered' : 'TradeMatched',
        data: { tradeId },
      });
      trade.state = outcome;
      return trade;
    }
    const reason = 'RESERVE_TIMED_OUT';
    this.appendTrade(trade, { type: 'TradeRejecting', data: { tradeId, reason } });
    yield;
    yield* this.release(trade, [sell], reason);
    this.#giveBack(trade, buy);
    this.append(orderStream(buy.id), 'system', [
      { type: 'FillRefused', data: { orderId: buy.id, tradeId, reason } },
    ]);
    yield;
    this.appendTrade(trade, { type: 'TradeRejected', data: { tradeId, reason } });
    trade.state = 'finished';
    return trade;
  }

  /** Both accept, one after the other, and the trade is matched; or the second declines. */
  *answerSteps(trade: Trade, accepted: boolean): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    trade.state = 'under way';
    this.appendAs(sell.memberId, trade, { type: 'ConsentGiven', data: { tradeId, side: 'sell' } });
    yield;
    if (accepted) {
      const consentGiven = { type: 'ConsentGiven', data: { tradeId, side: 'buy' } } as const;
      this.append(
        tradeStream(tradeId),
        'member',
        [consentGiven, { type: 'TradeMatched', data: { tradeId } }],
        buy.memberId,
      );
      trade.state = 'matched';
      return;
    }
    const reason = 'CONSENT_DECLINED';
    this.appendAs(buy.memberId, trade, { type: 'TradeRejecting', data: { tradeId, reason } });
    yield;
    yield* this.release(trade, [sell, buy], reason);
    this.appendTrade(trade, { type: 'TradeRejected', data: { tradeId, reason } });
    trade.state = 'finished';
  }

  complete(trade: Trade): void {
    toEnd(this.completeSteps(trade));
  }

  /** `part`: the amount that a ruling completes, if less than matched. */
  *completeSteps(trade: Trade, approval?: ApprovalMark, part?: Usdt): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    const amount = part ?? trade.amount;
    const rest = part && { released: subtractUsdt(trade.amount, part) };
    trade.state = 'under way';
    const sellerReferralCode = this.referralCodes.get(sell.memberId) ?? null;
    const ruled = part && { amount: part, krw: krwFor(part, sell.price) };
    const completing = { tradeId, sellerReferralCode, ...ruled, ...(approval && { approval }) };
    this.appendTrade(trade, { type: 'TradeCompleting', data: completing });
    yield;
    sell.settled.push({ amount, feeRate });
    const fee = feeOnSettlement(sell.settled, sell.fees);
    sell.fees = addUsdt(sell.fees, fee);
    this.#settle(
      sell,
      { type: 'FillSettled', data: { orderId: sell.id, tradeId, amount, ...rest, fee, feeRate } },
      trade.amount,
    );
    yield;
    const bought = { orderId: buy.id, tradeId, amount, ...rest };
    this.#settle(buy, { type: 'FillSettled', data: bought }, trade.amount);
    yield;
    const terms = { ...this.terms(trade), ...ruled };
    this.appendTrade(trade, { type: 'TradeCompleted', data: { ...terms, fee, sellerReferralCode } });
    trade.completed = { terms, fee, sellerReferralCode };
    trade.state = 'finished';
  }

  cancelTrade(trade: Trade): void {
    toEnd(this.cancelSteps(trade));
  }

  *cancelSteps(trade: Trade): Generator<void, void> {
    const { id: tradeId, sell, buy } = trade;
    const reason = 'ADMIN_CANCELLED';
    trade.state = 'under way';
    this.appendTrade(trade, { type: 'TradeCancelling', data: { tradeId, reason } });
    yield;
    yield* this.release(trade, [sell, buy], reason);
    this.appendTrade(trade, { type: 'TradeCancelled', data: { tradeId, reason } });
    trade.state = 'finished';
  }

  protected terms({ id, sell, buy, amount }: Trade) {
    const { price } = sell;
    return {
      tradeId: id,
      sellOrderId: sell.id,
      buyOrderId: buy.id,
      sellerId: sell.memberId,
      buyerId: buy.memberId,
      amount,
      price,
      krw: krwFor(amount, price),
      feeRate,
      feeRule: feeRuleId,
    };
  }

  #reserve({ id: tradeId, amount }: Trade, order: Order, counter: Order): void {
    const data = { orderId: order.id, tradeId, counterOrderId: counter.id, amount };
    this.append(orderStream(order.id), 'admin', [{ type: 'FillReserved', data }]);
  }

  protected *release(trade: Trade, orders: readonly Order[], reason: string): Generator<void, void> {
    const { id: tradeId, amount } = trade;
    for (const order of orders) {
      this.#giveBack(trade, order);
      const data = { orderId: order.id, tradeId, amount, reason };
      this.append(orderStream(order.id), 'system', [{ type: 'FillReleased', data }]);
      yield;
    }
  }

  #giveBack({ amount }: Trade, order: Order): void {
    order.open = addUsdt(order.open, amount);
    order.reserved = subtractUsdt(order.reserved, amount);
  }

  /** `amount`: the reserved amount. */
  #settle(order: Order, event: Extract<LedgerEvent, { type: 'FillSettled' }>, amount: Usdt): void {
    order.reserved = subtractUsdt(order.reserved, amount);
    order.open = addUsdt(order.open, event.data.released ?? zeroUsdt);
    const isOver = order.open === zeroUsdt && order.reserved === zeroUsdt;
    if (isOver) order.phase = 'closed';
    const completed: LedgerEvent = { type: 'OrderCompleted', data: { orderId: order.id } };
    this.append(orderStream(order.id), 'admin', isOver ? [event, completed] : [event]);
  }

  protected appendTrade({ id }: Trade, event: LedgerEvent): void {
    this.append(tradeStream(id), 'admin', [event]);
  }

  protected appendAs(memberId: MemberId, { id }: Trade, event: LedgerEvent): void {
    this.append(tradeStream(id), 'member', [event], memberId);
  }
}

function toEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
