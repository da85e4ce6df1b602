import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import {
  addUsdt,
  compareMoney,
  isZero,
  type Price,
  subtractUsdt,
  type Usdt,
  usdtFor,
  zeroUsdt,
} from '@matgyo/contracts/money';
import type { OrderPhase } from '@matgyo/contracts/order-status';
import { feeOnSettlement, type SettledFill } from '@matgyo/ledger/fees';
import { DoesNotFit, fits } from './does-not-fit.ts';
import type { Terms, TradeBooks } from './trade-books.ts';

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data'];
type OrderMove = Exclude<OrderEvent, { type: 'OrderPlaced' }>;

interface OrderBook {
  readonly side: Side;
  readonly memberId: MemberId;
  readonly amount: Usdt;
  readonly price: Price;
  phase: OrderPhase;
  open: Usdt;
  reserved: Usdt;
  settled: Usdt;
  withdrawn: Usdt;
  /** Of a sell order, in the order in which they were settled. */
  readonly fills: SettledFill[];
  fees: Usdt;
  /** Every trade it has seen: none comes back (docs/ledger.md, "Refusal leaves a mark"). */
  readonly seen: Set<string>;
}

const closed: ReadonlySet<OrderPhase> = new Set(['rejected', 'cancelled', 'completed']);

/** Nothing can come to it any more that would have to be held against them. */
function forgetTrades({ seen, fills }: OrderBook): void {
  seen.clear();
  fills.length = 0;
}

/** Orders as their events tell them. Every method throws `DoesNotFit`. */
export class OrderBooks {
  readonly #orders = new Map<string, OrderBook>();
  readonly #trades: TradeBooks;

  constructor(trades: TradeBooks) {
    this.#trades = trades;
  }

  place({ orderId, side, memberId, amount, krwAmount, price }: Placed): void {
    fits('quantities', !this.#orders.has(orderId), 'the order is placed twice');
    const nothing = { reserved: zeroUsdt, settled: zeroUsdt, withdrawn: zeroUsdt, fees: zeroUsdt };
    const book = {
      side,
      memberId,
      amount,
      price,
      open: amount,
      ...nothing,
      fills: [],
      seen: new Set<string>(),
    };
    this.#orders.set(orderId, { ...book, phase: 'pending' });
    fits(
      'quantities',
      usdtFor(krwAmount, price) === amount,
      'the amount is not the won divided by the price',
    );
  }

  /** Both orders of a proposed trade exist, on their sides and of their members, and its price lies between theirs. */
  checkParties({ sellOrderId, buyOrderId, sellerId, buyerId, price }: Terms): void {
    const [sell, buy] = [this.#orders.get(sellOrderId), this.#orders.get(buyOrderId)];
    fits('trades', sell?.side === 'sell' && buy?.side === 'buy', 'the orders are not a sell and a buy');
    fits('trades', sell.memberId === sellerId && buy.memberId === buyerId, 'the members are not the owners');
    const [lowest, highest] =
      compareMoney(sell.price, buy.price) < 0 ? [sell.price, buy.price] : [buy.price, sell.price];
    const between = compareMoney(lowest, price) <= 0 && compareMoney(price, highest) <= 0;
    fits('sums', between, 'the price lies outside the prices of the two orders');
  }

  move(event: OrderMove): void {
    const order = this.#orders.get(event.data.orderId);
    fits('quantities', order !== undefined, 'the order was never placed');
    const isDecision = event.type === 'OrderApproved' || event.type === 'OrderRejected';
    const follows =
      order.phase === 'pending'
        ? isDecision || event.type === 'OrderCancelled'
        : order.phase === 'open' && !isDecision;
    fits('quantities', follows, `${event.type} comes to an order that is ${order.phase}`);
    try {
      this.#apply(order, event);
    } catch (error) {
      if (error instanceof RangeError) throw new DoesNotFit('quantities', `below zero: ${error.message}`);
      throw error;
    }
    if (closed.has(order.phase)) forgetTrades(order);
    const { amount, open, reserved, settled, withdrawn } = order;
    const sum = addUsdt(open, reserved, settled, withdrawn);
    fits('quantities', compareMoney(sum, amount) === 0, 'the quantities do not add up to the amount');
  }

  #apply(order: OrderBook, event: OrderMove): void {
    switch (event.type) {
      case 'OrderApproved':
        order.phase = 'open';
        return;
      case 'OrderRejected':
        order.phase = 'rejected';
        return;
      case 'OrderCancelled':
        fits('quantities', isZero(order.reserved), 'an order with a live match is cancelled');
        order.open = subtractUsdt(order.open, event.data.withdrawn);
        order.withdrawn = event.data.withdrawn;
        order.phase = 'cancelled';
        return;
      case 'OrderCompleted':
        fits(
          'quantities',
          isZero(order.open) && isZero(order.reserved),
          'an order with something left is completed',
        );
        order.phase = 'completed';
        return;
      case 'FillRefused':
        this.#see(order, event.data.tradeId);
        return;
      case 'FillReserved':
        this.#see(order, event.data.tradeId);
        this.#trades.reserve(event.data.tradeId, order.side, event.data);
        order.open = subtractUsdt(order.open, event.data.amount);
        order.reserved = addUsdt(order.reserved, event.data.amount);
        return;
      case 'FillReleased':
        this.#trades.release(event.data.tradeId, order.side, event.data.amount);
        order.reserved = subtractUsdt(order.reserved, event.data.amount);
        order.open = addUsdt(order.open, event.data.amount);
        return;
      case 'FillSettled':
        this.#trades.settle(event.data.tradeId, order.side, event.data.amount, event.data.fee);
        order.reserved = subtractUsdt(order.reserved, event.data.amount);
        order.settled = addUsdt(order.settled, event.data.amount);
        checkFee(order, event.data, this.#trades.rateOf(event.data.tradeId));
        return;
      default:
        event satisfies never;
    }
  }

  #see({ seen }: OrderBook, tradeId: string): void {
    fits('trades', !seen.has(tradeId), `trade ${tradeId} comes back to an order that has seen it`);
    seen.add(tradeId);
  }
}

/** The fee of each settlement of a sell order is what the rule says; a buy order bears none. */
function checkFee(
  order: OrderBook,
  { amount, fee, feeRate }: Extract<OrderEvent, { type: 'FillSettled' }>['data'],
  agreed: Terms['feeRate'],
): void {
  if (order.side === 'buy') {
    fits('sums', fee === undefined, 'a buy order bears a fee');
    return;
  }
  fits('sums', feeRate === agreed, 'the fee rate is not the one agreed when the trade was proposed');
  order.fills.push({ amount, feeRate });
  const due = feeOnSettlement(order.fills, order.fees);
  // Going on from what was taken: one wrong fee is one finding.
  order.fees = addUsdt(order.fees, fee ?? zeroUsdt);
  fits('sums', fee === due, `the fee is ${fee}, but by the rule ${due}`);
}
