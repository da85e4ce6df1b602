import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import {
  addUsdt,
  compareMoney,
  isPositive,
  type Price,
  subtractUsdt,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import type { OrderPhase } from '@matgyo/contracts/order-status';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type CheckName, type Finding, findingAt } from './finding.ts';

type Terms = Extract<TradeEvent, { type: 'TradeProposed' }>['data'];
type OrderMove = Exclude<OrderEvent, { type: 'OrderPlaced' }>;

interface Book {
  readonly side: Side;
  readonly memberId: MemberId;
  readonly amount: Usdt;
  phase: OrderPhase;
  open: Usdt;
  reserved: Usdt;
  settled: Usdt;
  withdrawn: Usdt;
}

/** What the events of both orders and of the trade itself say of one trade. */
interface TradeBook {
  readonly at: RecordedEvent;
  readonly terms: Terms;
  state: TradeEvent['type'];
  fee: Usdt;
  readonly held: Map<Side, Usdt>;
  readonly settled: Map<Side, Usdt>;
  settledFee: Usdt;
}

const terminal: ReadonlySet<OrderPhase> = new Set(['completed', 'rejected', 'cancelled']);
const resolved: ReadonlySet<TradeEvent['type']> = new Set([
  'TradeCompleted',
  'TradeCancelled',
  'TradeRejected',
]);
const resting: ReadonlySet<TradeEvent['type']> = new Set([...resolved, 'TradeMatched']);

/**
 * Keeps books of its own from the events, independent of the deciders that wrote them, and tells where they do
 * not agree with the ledger's rules.
 */
export class LedgerCheck {
  readonly #orders = new Map<string, Book>();
  readonly #trades = new Map<string, TradeBook>();
  readonly #prices: Price[] = [];

  /** Throws nothing: what does not fit is a finding. */
  *event(recorded: RecordedEvent, event: LedgerEvent): Iterable<Finding> {
    try {
      yield* this.#fold(recorded, event);
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      yield findingAt(error.check, recorded, error.message);
    }
  }

  *#fold(recorded: RecordedEvent, event: LedgerEvent): Iterable<Finding> {
    switch (event.type) {
      case 'PriceSet':
        this.#prices.push(event.data.price);
        return;
      case 'OrderPlaced':
        if (this.#prices[event.data.priceRevision] !== event.data.price)
          yield findingAt(
            'prices',
            recorded,
            `the price was not that at revision ${event.data.priceRevision}`,
          );
        this.#place(event.data);
        return;
      case 'TradeProposed':
        this.#propose(recorded, event.data);
        return;
      case 'TradeMatched':
      case 'TradeRejecting':
      case 'TradeRejected':
      case 'TradeCompleting':
      case 'TradeCompleted':
      case 'TradeCancelling':
      case 'TradeCancelled':
        this.#moveTrade(event);
        return;
      case 'MemberRegistered':
      case 'MemberActivated':
      case 'MemberDeactivated':
      case 'RoleGranted':
      case 'RoleRevoked':
      case 'ReferralCodeChanged':
        return;
      default:
        this.#moveOrder(event);
    }
  }

  #place(data: Extract<LedgerEvent, { type: 'OrderPlaced' }>['data']): void {
    fits('quantities', !this.#orders.has(data.orderId), 'the order is placed twice');
    const { side, memberId, amount } = data;
    const nothing = { reserved: zeroUsdt, settled: zeroUsdt, withdrawn: zeroUsdt };
    this.#orders.set(data.orderId, { side, memberId, amount, phase: 'pending', open: amount, ...nothing });
  }

  #moveOrder(event: OrderMove): void {
    const order = this.#orders.get(event.data.orderId);
    fits('quantities', order !== undefined, 'the order was never placed');
    fits('quantities', !terminal.has(order.phase), `something happens to an order that is ${order.phase}`);
    try {
      this.#apply(order, event);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new DoesNotFit('quantities', `a quantity falls below zero: ${error.message}`);
    }
    const { amount, open, reserved, settled, withdrawn } = order;
    fits(
      'quantities',
      compareMoney(addUsdt(open, reserved, settled, withdrawn), amount) === 0,
      'the quantities do not add up to the amount',
    );
  }

  #apply(order: Book, event: OrderMove): void {
    switch (event.type) {
      case 'OrderApproved':
        fits('quantities', order.phase === 'pending', `an order that is ${order.phase} is approved`);
        order.phase = 'open';
        return;
      case 'OrderRejected':
        fits('quantities', order.phase === 'pending', `an order that is ${order.phase} is rejected`);
        order.phase = 'rejected';
        return;
      case 'OrderCancelled':
        fits('quantities', !isPositive(order.reserved), 'an order with a live match is cancelled');
        order.open = subtractUsdt(order.open, event.data.withdrawn);
        order.withdrawn = event.data.withdrawn;
        order.phase = 'cancelled';
        return;
      case 'OrderCompleted':
        fits(
          'quantities',
          !isPositive(addUsdt(order.open, order.reserved)),
          'an order is completed with something left',
        );
        order.phase = 'completed';
        return;
      case 'FillRefused':
        return;
      case 'FillReserved':
        fits('trades', order.phase === 'open', `an order that is ${order.phase} is matched`);
        order.open = subtractUsdt(order.open, event.data.amount);
        order.reserved = addUsdt(order.reserved, event.data.amount);
        this.#trade(event.data.tradeId).held.set(order.side, event.data.amount);
        return;
      case 'FillReleased':
        order.reserved = subtractUsdt(order.reserved, event.data.amount);
        order.open = addUsdt(order.open, event.data.amount);
        this.#unhold(order, event.data);
        return;
      case 'FillSettled': {
        order.reserved = subtractUsdt(order.reserved, event.data.amount);
        order.settled = addUsdt(order.settled, event.data.amount);
        this.#unhold(order, event.data);
        const trade = this.#trade(event.data.tradeId);
        trade.settled.set(order.side, event.data.amount);
        if (order.side === 'sell') trade.settledFee = event.data.fee ?? zeroUsdt;
        return;
      }
      default:
        event satisfies never;
    }
  }

  #unhold(order: Book, data: { readonly tradeId: string; readonly amount: Usdt }): void {
    const { held } = this.#trade(data.tradeId);
    const was = held.get(order.side);
    fits(
      'trades',
      was !== undefined && compareMoney(was, data.amount) === 0,
      'what was not reserved is moved',
    );
    held.delete(order.side);
  }

  #trade(tradeId: string): TradeBook {
    const trade = this.#trades.get(tradeId);
    fits('trades', trade !== undefined, `trade ${tradeId} was never proposed`);
    return trade;
  }

  #propose(at: RecordedEvent, terms: Terms): void {
    const sell = this.#orders.get(terms.sellOrderId);
    const buy = this.#orders.get(terms.buyOrderId);
    fits('trades', !this.#trades.has(terms.tradeId), 'the trade is proposed twice');
    fits('trades', sell?.side === 'sell' && buy?.side === 'buy', 'the orders are not a sell and a buy');
    const isTheirs = sell.memberId === terms.sellerId && buy.memberId === terms.buyerId;
    fits(
      'trades',
      isTheirs && terms.sellerId !== terms.buyerId,
      'the members are not two, or not the owners',
    );
    this.#trades.set(terms.tradeId, {
      at,
      terms,
      state: 'TradeProposed',
      fee: zeroUsdt,
      held: new Map(),
      settled: new Map(),
      settledFee: zeroUsdt,
    });
  }

  #moveTrade(event: Exclude<TradeEvent, { type: 'TradeProposed' }>): void {
    const trade = this.#trade(event.data.tradeId);
    fits('trades', !resolved.has(trade.state), `${event.type} follows ${trade.state}`);
    trade.state = event.type;
    if (event.type === 'TradeCompleted') trade.fee = event.data.fee;
    if (event.type === 'TradeMatched')
      fits('trades', trade.held.size === 2, 'a trade is matched without both reservations');
    if (resolved.has(event.type))
      fits('trades', trade.held.size === 0, 'a trade is resolved while an order holds its reservation');
  }

  /** What can only be said once the log has been read: trades at rest agree with their orders. */
  *end(): Iterable<Finding> {
    for (const trade of this.#trades.values()) {
      if (!resting.has(trade.state)) continue;
      const completed = trade.state === 'TradeCompleted';
      const expected = completed ? trade.terms.amount : undefined;
      const sell = trade.settled.get('sell');
      const buy = trade.settled.get('buy');
      if (sell !== expected || buy !== expected)
        yield findingAt('sums', trade.at, 'what the two orders settled is not what the trade says');
      if (completed && compareMoney(trade.fee, trade.settledFee) !== 0)
        yield findingAt('sums', trade.at, 'the fee of the trade is not the one its sell order took');
    }
  }
}

class DoesNotFit extends Error {
  readonly check: CheckName;

  constructor(check: CheckName, what: string) {
    super(what);
    this.check = check;
  }
}

function fits(check: CheckName, condition: boolean, what: string): asserts condition {
  if (!condition) throw new DoesNotFit(check, what);
}
