import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Actor } from './parties.ts';
import { must } from './rule-broken.ts';
import type { TradeAccounts, TradeTerms } from './trades.ts';
import { feeBasis, feesDue, unitsOf, usdtDue } from './units.ts';

type Move = Exclude<OrderEvent, { type: 'OrderPlaced' }>;

/** In units of 0.0001. */
export interface OrderAccount {
  readonly side: Side;
  readonly memberId: MemberId;
  readonly price: bigint;
  readonly krw: bigint;
  readonly amount: bigint;
  phase: 'pending' | 'open' | 'completed' | 'rejected' | 'cancelled';
  open: bigint;
  reserved: bigint;
  settled: bigint;
  withdrawn: bigint;
  fees: bigint;
}

interface OpenOrder extends OrderAccount {
  /** Σ rate × amount of what was settled, unrounded. */
  basis: bigint;
  /** Its trades so far, while it is open: none may reserve again. */
  seen: Set<string> | undefined;
}

/** Orders as derived from their events. Every method throws `RuleBroken`. */
export class OrderAccounts {
  readonly #orders = new Map<string, OpenOrder>();
  readonly #trades: TradeAccounts;

  constructor(trades: TradeAccounts) {
    this.#trades = trades;
  }

  get = (orderId: string): OrderAccount | undefined => this.#orders.get(orderId);
  all = (): Iterable<OrderAccount> => this.#orders.values();

  place({ orderId, side, memberId, amount, krwAmount, price }: DataOf<'OrderPlaced'>): void {
    must('quantities', !this.#orders.has(orderId), `order ${orderId} is placed twice`);
    const [units, perUsdt] = [unitsOf(amount), unitsOf(price)];
    this.#orders.set(orderId, {
      side,
      memberId,
      price: perUsdt,
      krw: unitsOf(krwAmount),
      amount: units,
      phase: 'pending',
      open: units,
      reserved: 0n,
      settled: 0n,
      withdrawn: 0n,
      fees: 0n,
      basis: 0n,
      seen: undefined,
    });
    must(
      'quantities',
      perUsdt > 0n && usdtDue(krwAmount, perUsdt) === units,
      'the amount is not the won divided by the price',
    );
  }

  /** Both orders of a proposed trade are approved, on their sides and of their members; its price is between theirs. */
  checkParties({ sellOrderId, buyOrderId, sellerId, buyerId, price }: TradeTerms): void {
    const [sell, buy] = [this.#orders.get(sellOrderId), this.#orders.get(buyOrderId)];
    must('trades', sell?.side === 'sell' && buy?.side === 'buy', 'the orders are not a sell and a buy');
    must('trades', sell.memberId === sellerId && buy.memberId === buyerId, 'the members are not the owners');
    const approved = sell.phase !== 'pending' && buy.phase !== 'pending';
    must('trades', approved, 'a trade is proposed of an order that awaits approval');
    const [lowest, highest] = sell.price < buy.price ? [sell.price, buy.price] : [buy.price, sell.price];
    const between = lowest <= unitsOf(price) && unitsOf(price) <= highest;
    must('sums', between, 'the price lies outside the prices of the two orders');
  }

  /** The prices at which the two orders were placed, in units. */
  pricesOf({ sellOrderId, buyOrderId }: TradeTerms): Readonly<Record<Side, bigint>> {
    const [sell, buy] = [this.#orders.get(sellOrderId), this.#orders.get(buyOrderId)];
    must('trades', sell !== undefined && buy !== undefined, 'a trade names an order that was not placed');
    return { sell: sell.price, buy: buy.price };
  }

  /** Neither order of a trade that one admin completed was placed for more won than that. */
  checkBelow(krw: string, { sellOrderId, buyOrderId }: TradeTerms): void {
    for (const id of [sellOrderId, buyOrderId])
      must(
        'approvals',
        (this.#orders.get(id)?.krw ?? 0n) <= unitsOf(krw),
        'one admin decided on a match of an order above the limit',
      );
  }

  /** `judgesOwners`: whether it matters who owns the order. */
  move(event: Move, { actorId, actorRole }: Actor, judgesOwners: boolean): void {
    const order = this.#orders.get(event.data.orderId);
    must('quantities', order !== undefined, 'the order was never placed');
    const isReview = event.type === 'OrderApproved' || event.type === 'OrderRejected';
    const follows =
      order.phase === 'pending'
        ? isReview || event.type === 'OrderCancelled'
        : order.phase === 'open' && !isReview;
    must('quantities', follows, `${event.type} comes to an order that is ${order.phase}`);
    const wasPending = order.phase === 'pending';
    this.#apply(order, event);
    // No event follows on a closed order, so its trades need not be remembered.
    if (order.phase !== 'open') order.seen = undefined;
    const parts = [order.open, order.reserved, order.settled, order.withdrawn];
    must(
      'quantities',
      parts.every((part) => part >= 0n),
      'a quantity is below zero',
    );
    const sum = parts.reduce((total, part) => total + part);
    must('quantities', sum === order.amount, 'the quantities do not add up to the amount');
    if (event.type !== 'OrderCancelled' && !isReview) return;
    const isByOwner = event.type === 'OrderCancelled' && event.data.by === 'owner';
    must(
      'members',
      isByOwner ? wasPending : actorRole === 'admin',
      `${event.type} was caused by who may not`,
    );
    const isOwner = actorId === order.memberId;
    must('members', !judgesOwners || isOwner === isByOwner, `${event.type} was caused by the wrong person`);
  }

  #apply(order: OpenOrder, event: Move): void {
    switch (event.type) {
      case 'OrderApproved':
        order.phase = 'open';
        return;
      case 'OrderRejected':
        order.phase = 'rejected';
        return;
      case 'OrderCancelled':
        must('quantities', order.reserved === 0n, 'an order with a live match is cancelled');
        order.withdrawn = unitsOf(event.data.withdrawn);
        order.open -= order.withdrawn;
        order.phase = 'cancelled';
        must('quantities', order.open === 0n, 'an order with something left is cancelled');
        return;
      case 'OrderCompleted':
        must('quantities', order.open + order.reserved === 0n, 'an order with something left is completed');
        order.phase = 'completed';
        return;
      case 'FillRefused':
        see(order, event.data.tradeId);
        this.#trades.refuse(event.data.tradeId);
        return;
      case 'FillReserved':
        this.#reserve(order, event.data);
        return;
      case 'FillReleased':
        this.#release(order, event.data);
        return;
      case 'FillSettled':
        this.#settle(order, event.data);
        return;
      default:
        event satisfies never;
    }
  }

  #reserve(order: OpenOrder, data: DataOf<'FillReserved'>): void {
    see(order, data.tradeId);
    this.#trades.reserve(order.side, data);
    const amount = unitsOf(data.amount);
    order.open -= amount;
    order.reserved += amount;
  }

  #release(order: OpenOrder, data: DataOf<'FillReleased'>): void {
    this.#trades.release(order.side, data);
    const amount = unitsOf(data.amount);
    order.reserved -= amount;
    order.open += amount;
  }

  #settle(order: OpenOrder, data: DataOf<'FillSettled'>): void {
    this.#trades.settle(order.side, data);
    const amount = unitsOf(data.amount);
    const released = unitsOf(data.released ?? '0');
    order.reserved -= amount + released;
    order.open += released;
    order.settled += amount;
    if (order.side === 'buy') must('sums', data.fee === undefined, 'a buy order bears a fee');
    else charge(order, data, this.#trades.rateOf(data.tradeId));
  }
}

function see(order: OpenOrder, tradeId: string): void {
  order.seen ??= new Set();
  must('trades', !order.seen.has(tradeId), `trade ${tradeId} comes back to an order that has seen it`);
  order.seen.add(tradeId);
}

/** Many small fills cost what one large fill costs. */
function charge(order: OpenOrder, { amount, fee, feeRate }: DataOf<'FillSettled'>, agreed: string): void {
  must('sums', feeRate === agreed, 'the fee rate is not the one agreed when the trade was proposed');
  order.basis += feeBasis(unitsOf(amount), agreed);
  const due = feesDue(order.basis) - order.fees;
  const taken = unitsOf(fee ?? '0');
  // Going on from what was taken: one wrong fee is one finding.
  order.fees += taken;
  must('sums', fee !== undefined && taken === due, `the fee is ${fee}, but by the rule ${due} units`);
}
