import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import type { Oracle } from '@matgyo/ledger/oracle/oracle';
import type { OrderAccount } from '@matgyo/ledger/oracle/orders';
import { krwDue, unitsOf, usdtDue } from '@matgyo/ledger/oracle/units';

type Answer = 'done' | LedgerRefusalCode;

/** In units of 0.0001 USDT. */
interface Terms {
  readonly amount: bigint;
  readonly price: bigint;
  readonly won: bigint;
}

interface PlacedOrder {
  readonly orderId: OrderId;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Match {
  readonly tradeId: TradeId;
  readonly sell: number;
  readonly buy: number;
}

/**
 * The replies the ledger must give, decided independently from the oracle's state. Orders, members and matches are
 * numbered; amounts are in units of 0.0001.
 */
export class ExpectedAnswers {
  readonly orders: PlacedOrder[] = [];
  readonly matches: Match[] = [];
  readonly #oracle: Oracle;

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
  }

  order = (index: number): OrderAccount | undefined => this.#oracle.order(this.orders[index]?.orderId ?? '');

  place(memberId: MemberId, won: number, price: bigint): Answer {
    if (!this.#isActive(memberId)) return 'OWNER_INACTIVE';
    if (won === 0) return 'KRW_NOT_POSITIVE';
    const amount = usdtDue(String(won), price);
    if (amount === 0n) return 'USDT_NOT_POSITIVE';
    if (krwDue(amount, price) === 0n) return 'WON_ROUND_TO_ZERO';
    const current = this.#oracle.price();
    if (current === undefined) return 'PRICE_NOT_SET';
    return unitsOf(current) === price ? 'done' : 'PRICE_CHANGED';
  }

  review(index: number): Answer {
    const order = this.order(index);
    if (order === undefined) return 'ORDER_NOT_FOUND';
    return order.phase === 'pending' ? 'done' : 'ORDER_NOT_PENDING';
  }

  cancelAsOwner(index: number, memberId: string): Answer {
    return this.order(index)?.memberId === memberId ? this.review(index) : 'ORDER_NOT_FOUND';
  }

  cancelAsAdmin(index: number): Answer {
    const order = this.order(index);
    if (order === undefined) return 'ORDER_NOT_FOUND';
    if (order.phase !== 'pending' && order.phase !== 'open') return 'ORDER_NOT_OPEN';
    return order.reserved > 0n ? 'ORDER_HAS_LIVE_MATCH' : 'done';
  }

  /** The terms of a match, or the refusal. */
  match(
    sellIndex: number,
    buyIndex: number,
    stated: { readonly amount: bigint | undefined; readonly price: bigint | undefined },
  ): Terms | LedgerRefusalCode {
    const [sell, buy] = [this.order(sellIndex), this.order(buyIndex)];
    if (sell?.side !== 'sell' || buy?.side !== 'buy') return 'ORDER_NOT_FOUND';
    if (sell.memberId === buy.memberId) return 'SAME_ACCOUNT';
    if (!this.#isActive(sell.memberId) || !this.#isActive(buy.memberId)) return 'OWNER_INACTIVE';
    if (stated.amount === 0n) return 'USDT_NOT_POSITIVE';
    if (sell.phase !== 'open') return 'ORDER_NOT_OPEN';
    if (this.liveMatch(sellIndex, buyIndex) !== undefined) return 'PAIR_ALREADY_LIVE';
    const amount = stated.amount ?? (sell.open < buy.open ? sell.open : buy.open);
    if (sell.open === 0n || amount > sell.open) return 'AMOUNT_EXCEEDS_OPEN';
    if (buy.phase !== 'open') return 'ORDER_NOT_OPEN';
    if (buy.open === 0n || amount > buy.open) return 'AMOUNT_EXCEEDS_OPEN';
    const price = stated.price ?? (this.#isBefore(buyIndex, sellIndex) ? buy.price : sell.price);
    const [lowest, highest] = sell.price < buy.price ? [sell.price, buy.price] : [buy.price, sell.price];
    if (price < lowest || price > highest) return 'PRICE_OUTSIDE_ORDERS';
    const won = krwDue(amount, price);
    return won === 0n ? 'WON_ROUND_TO_ZERO' : { amount, price, won };
  }

  finish(sellIndex: number, buyIndex: number): Answer {
    if (this.order(sellIndex)?.side !== 'sell') return 'ORDER_NOT_FOUND';
    if (this.liveMatch(sellIndex, buyIndex) !== undefined) return 'done';
    if (this.matches.some(({ sell, buy }) => sell === sellIndex && buy === buyIndex))
      return 'TRADE_ALREADY_FINISHED';
    return this.order(buyIndex)?.side === 'buy' ? 'NEVER_MATCHED' : 'ORDER_NOT_FOUND';
  }

  liveMatch = (sellIndex: number, buyIndex: number): Match | undefined =>
    this.matches.find(
      ({ sell, buy, tradeId }) =>
        sell === sellIndex && buy === buyIndex && this.#oracle.trade(tradeId) === 'matched',
    );

  #isActive = (memberId: MemberId): boolean => this.#oracle.member(memberId)?.active === true;

  #isBefore = (one: number, other: number): boolean =>
    (this.orders[one]?.at ?? 0) < (this.orders[other]?.at ?? 0);
}

/** The status shown, by the design's table. */
export function statusOf({ side, phase, open, reserved, amount }: OrderAccount): string {
  const isSell = side === 'sell';
  if (phase === 'pending') return 'Pending Approval';
  if (phase === 'rejected') return 'Rejected';
  if (phase === 'cancelled') return 'Cancelled';
  if (phase === 'completed') return isSell ? 'Sale Completed' : 'Buy Completed';
  if (open === amount) return isSell ? 'On Sale' : 'Waiting for Buy';
  return open === 0n && reserved > 0n ? 'In Progress' : 'Partially Matched';
}
