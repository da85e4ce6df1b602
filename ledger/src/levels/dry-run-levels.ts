import { isOrderEvent, type LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { CaseId, MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Level, LevelCounts } from '@matgyo/contracts/levels';
import { addKrw, type Krw, krwBelow } from '@matgyo/contracts/money';
import { hasEnded } from '@matgyo/contracts/order-status';
import { invariant } from '../invariant.ts';
import { evolveOrderState, placedOrderState } from '../order/order-state.ts';
import { tradeDecider } from '../trade/trade.ts';
import { countedBy } from './level-counts.ts';
import { fitsLimit, levelOf, limitOf } from './levels.ts';
import { type CountedOrder, openKrwOf } from './open-krw.ts';

/** An order at its placement, under another table of levels. */
export interface DryRunPlacement {
  readonly orderId: OrderId;
  readonly memberId: MemberId;
  readonly side: Side;
  readonly krw: Krw;
  readonly level: number;
  /** Null: no limit. */
  readonly limitKrw: Krw | null;
  /** What the member's orders came to just before. */
  readonly openKrw: Krw;
  readonly refused: boolean;
}

interface Member {
  readonly counts: LevelCounts;
  readonly openKrw: Krw;
}

interface OwnedOrder extends CountedOrder {
  readonly memberId: MemberId;
  /** What it counts now. */
  readonly counts: Krw;
}

type Parties = Readonly<Record<Side, MemberId>>;

const newMember: Member = { counts: { trades: 0, overdue: 0, casesLost: 0 }, openKrw: '0' as Krw };

/**
 * Which orders another table of levels would have refused. Takes the events in the order of the log. The history is the
 * one that happened: an order that would have been refused counts as open afterwards, and its trades count too. Holds
 * the orders that have not ended, the trades that have not ended, and a few figures of each member.
 */
export class DryRunLevels {
  readonly #levels: readonly Level[];
  readonly #members = new Map<MemberId, Member>();
  readonly #orders = new Map<OrderId, OwnedOrder>();
  readonly #trades = new Map<TradeId, Parties>();
  /** By case: the loser and the parties, until an appeal has decided. */
  readonly #lost = new Map<CaseId, { readonly side: Side; readonly parties: Parties }>();

  constructor(levels: readonly Level[]) {
    this.#levels = levels;
  }

  take(event: LedgerEvent): DryRunPlacement | undefined {
    if (tradeDecider.owns(event)) this.#takeTrade(event);
    return isOrderEvent(event) ? this.#takeOrder(event) : undefined;
  }

  #takeOrder(event: OrderEvent): DryRunPlacement | undefined {
    const { orderId } = event.data;
    if (event.type === 'OrderPlaced') {
      const { memberId, side, amount, krwAmount, price } = event.data;
      const { counts, openKrw } = this.#member(memberId);
      const level = levelOf(this.#levels, counts);
      const limitKrw = limitOf(this.#levels, level);
      const order = { ...placedOrderState(amount), memberId, krwAmount, price, counts: krwAmount };
      this.#orders.set(orderId, order);
      this.#count(memberId, '0' as Krw, krwAmount);
      const refused = !fitsLimit(limitKrw, openKrw, krwAmount);
      return { orderId, memberId, side, krw: krwAmount, level, limitKrw, openKrw, refused };
    }
    const before = this.#orders.get(orderId);
    invariant(before !== undefined, `order ${orderId} is placed first`);
    const after = evolveOrderState(before, event);
    const counts = openKrwOf(after);
    this.#count(before.memberId, before.counts, counts);
    if (hasEnded(after.phase)) this.#orders.delete(orderId);
    else this.#orders.set(orderId, { ...after, counts });
    return undefined;
  }

  #takeTrade(event: TradeEvent): void {
    const { tradeId } = event.data;
    if (event.type === 'TradeProposed')
      this.#trades.set(tradeId, { sell: event.data.sellerId, buy: event.data.buyerId });
    const lost = event.type === 'AppealRuled' ? this.#lost.get(event.data.caseId) : undefined;
    for (const { side, what, by } of countedBy(event, lost?.side)) {
      const parties = lost?.parties ?? partiesIn(event) ?? this.#trades.get(tradeId);
      invariant(parties !== undefined, `trade ${tradeId} is proposed first`);
      if (event.type === 'CaseRuled') this.#lost.set(event.data.caseId, { side, parties });
      const member = this.#member(parties[side]);
      const counts = { ...member.counts, [what]: member.counts[what] + by };
      this.#members.set(parties[side], { ...member, counts });
    }
    if (event.type === 'AppealRuled') this.#lost.delete(event.data.caseId);
    if (['TradeCompleted', 'TradeCancelled', 'TradeRejected'].includes(event.type))
      this.#trades.delete(tradeId);
  }

  #count(memberId: MemberId, before: Krw, after: Krw): void {
    const member = this.#member(memberId);
    this.#members.set(memberId, { ...member, openKrw: krwBelow(addKrw(member.openKrw, after), before) });
  }

  #member(memberId: MemberId): Member {
    return this.#members.get(memberId) ?? newMember;
  }
}

/** Of events that repeat their trade's terms: they may come when it has ended. */
const partiesIn = ({ data }: TradeEvent): Parties | undefined =>
  'sellerId' in data && 'buyerId' in data ? { sell: data.sellerId, buy: data.buyerId } : undefined;
