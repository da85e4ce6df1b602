import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Side } from '@matgyo/contracts/ids';
import { compareMoney, krwFor, type Usdt } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { feeRule } from '@matgyo/ledger/fees';
import { fits } from './does-not-fit.ts';
import { type Finding, findingAt } from './finding.ts';

export type Terms = Extract<TradeEvent, { type: 'TradeProposed' }>['data'];
type State = TradeEvent['type'];

interface TradeBook {
  readonly proposal: RecordedEvent;
  readonly terms: Terms;
  state: State;
  readonly reserved: Set<Side>;
  readonly settled: Set<Side>;
  /** As the sell order's settlement took it. */
  settledFee: Usdt | undefined;
  /** As it was frozen when completion was decided. */
  creditedCode: string | null | undefined;
}

/** Every rule the events of a log may name; a new one is added, none is taken away. */
const knownFeeRules: ReadonlySet<string> = new Set([feeRule]);

/** What a trade's stream may say after what. */
const before: Readonly<Record<Exclude<State, 'TradeProposed'>, State>> = {
  TradeMatched: 'TradeProposed',
  TradeRejecting: 'TradeProposed',
  TradeRejected: 'TradeRejecting',
  TradeCompleting: 'TradeMatched',
  TradeCompleted: 'TradeCompleting',
  TradeCancelling: 'TradeMatched',
  TradeCancelled: 'TradeCancelling',
};

const ends: ReadonlySet<State> = new Set(['TradeRejected', 'TradeCompleted', 'TradeCancelled']);

/** What the orders may do for a trade, by what its stream has decided. */
const reserves: ReadonlySet<State> = new Set(['TradeProposed', 'TradeRejecting']);
const releases: ReadonlySet<State> = new Set(['TradeRejecting', 'TradeCancelling']);

/** Trades as their own events and those of their orders tell them. Every method throws `DoesNotFit`. */
export class TradeBooks {
  /** Those that go on. */
  readonly #trades = new Map<string, TradeBook>();
  /** How each of the others ended: nothing more may come to it. */
  readonly #ended = new Map<string, State>();
  /** The trade for which the sell order of a pair holds a reservation: that order keeps it to one at a time. */
  readonly #live = new Map<string, string>();

  propose(proposal: RecordedEvent, terms: Terms): void {
    const { tradeId, amount, price, krw, sellerId, buyerId } = terms;
    fits('trades', !this.#trades.has(tradeId) && !this.#ended.has(tradeId), 'the trade is proposed twice');
    fits('trades', sellerId !== buyerId, 'the seller and the buyer are one member');
    fits('sums', krwFor(amount, price) === krw, 'the won are not amount times price');
    fits('sums', knownFeeRules.has(terms.feeRule), 'the fee rule is none that was ever in force');
    const book = {
      proposal,
      terms,
      reserved: new Set<Side>(),
      settled: new Set<Side>(),
      settledFee: undefined,
      creditedCode: undefined,
    };
    this.#trades.set(tradeId, { ...book, state: 'TradeProposed' });
  }

  move(event: Exclude<TradeEvent, { type: 'TradeProposed' }>): void {
    const trade = this.#trade(event.data.tradeId);
    fits('trades', trade.state === before[event.type], `${event.type} follows ${trade.state}`);
    trade.state = event.type;
    if (ends.has(event.type)) this.#end(event.data.tradeId, event.type);
    const { reserved, settled, terms } = trade;
    switch (event.type) {
      case 'TradeMatched':
        fits('trades', reserved.size === 2, 'the trade is matched without both reservations');
        return;
      case 'TradeRejected':
      case 'TradeCancelled':
        fits('trades', reserved.size === 0, 'the trade ended while an order holds its reservation');
        fits('sums', settled.size === 0, 'the trade ended without effect, but an order settled it');
        return;
      case 'TradeCompleting':
        trade.creditedCode = event.data.sellerReferralCode;
        return;
      case 'TradeCompleted': {
        const { fee, sellerReferralCode, ...repeated } = event.data;
        fits('sums', settled.size === 2, 'the trade is completed, but not settled on both orders');
        fits('sums', fee === trade.settledFee, 'the fee of the trade is not the one its sell order took');
        const sameCode = sellerReferralCode === trade.creditedCode;
        fits(
          'members',
          sameCode,
          'the trade is credited to another code than its completion was decided with',
        );
        fits('sums', sameTerms(repeated, terms), 'what was completed is not what was proposed');
        return;
      }
      default:
    }
  }

  reserve(tradeId: string, side: Side, { amount, orderId, counterOrderId }: Reservation): void {
    const trade = this.#trade(tradeId);
    const { terms, reserved, state } = trade;
    const [own, other] =
      side === 'sell' ? [terms.sellOrderId, terms.buyOrderId] : [terms.buyOrderId, terms.sellOrderId];
    fits('trades', own === orderId && other === counterOrderId, 'the order is not one of the trade');
    fits('trades', reserves.has(state) && !reserved.has(side), `the trade is reserved after ${state}`);
    fits(
      'sums',
      compareMoney(amount, terms.amount) === 0,
      'another amount is reserved than the trade is about',
    );
    reserved.add(side);
    if (side === 'buy') return;
    const live = this.#live.get(pairOf(terms));
    fits('trades', live === undefined, `the two orders have a live trade already, ${live}`);
    this.#live.set(pairOf(terms), tradeId);
  }

  release(tradeId: string, side: Side, amount: Usdt): void {
    const { terms, reserved, state } = this.#trade(tradeId);
    fits('trades', releases.has(state), `a reservation is released after ${state}`);
    fits('trades', reserved.delete(side), 'what was not reserved is released');
    if (side === 'sell') this.#live.delete(pairOf(terms));
    fits('sums', compareMoney(amount, terms.amount) === 0, 'another amount is released than was reserved');
  }

  settle(tradeId: string, side: Side, amount: Usdt, fee: Usdt | undefined): void {
    const trade = this.#trade(tradeId);
    fits('trades', trade.state === 'TradeCompleting', `a reservation is settled after ${trade.state}`);
    fits('trades', trade.reserved.delete(side), 'what was not reserved is settled');
    if (side === 'sell') this.#live.delete(pairOf(trade.terms));
    fits(
      'sums',
      compareMoney(amount, trade.terms.amount) === 0,
      'another amount is settled than was reserved',
    );
    trade.settled.add(side);
    if (side === 'sell') trade.settledFee = fee;
  }

  sellerOf = (tradeId: string): Terms['sellerId'] => this.#trade(tradeId).terms.sellerId;

  rateOf = (tradeId: string): Terms['feeRate'] => this.#trade(tradeId).terms.feeRate;

  /** Processes that have begun and not ended: not wrong, but somebody should be driving them. */
  *underWay(): Iterable<Finding> {
    for (const { proposal, state, terms } of this.#trades.values())
      if (state === 'TradeProposed' || state.endsWith('ing'))
        yield findingAt('trades', proposal, `trade ${terms.tradeId} is under way (${state})`);
  }

  #end(tradeId: string, state: State): void {
    this.#trades.delete(tradeId);
    this.#ended.set(tradeId, state);
  }

  #trade(tradeId: string): TradeBook {
    const ended = this.#ended.get(tradeId);
    fits('trades', ended === undefined, `trade ${tradeId} has ended already (${ended})`);
    const trade = this.#trades.get(tradeId);
    fits('trades', trade !== undefined, `trade ${tradeId} was never proposed`);
    return trade;
  }
}

interface Reservation {
  readonly orderId: string;
  readonly counterOrderId: string;
  readonly amount: Usdt;
}

const pairOf = ({ sellOrderId, buyOrderId }: Terms): string => `${sellOrderId}-${buyOrderId}`;

const sameTerms = (one: Terms, other: Terms): boolean =>
  (Object.keys(other) as (keyof Terms)[]).every((name) => one[name] === other[name]);
