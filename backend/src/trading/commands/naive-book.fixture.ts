import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';

/*
 * The market as one would keep it by hand: a list of orders and a list of matches, one thing at a time, in whole
 * units of 0.0001. No events, no streams, nobody else at work. The ledger has to come to the same.
 */

export interface BookOrder {
  readonly side: 'sell' | 'buy';
  readonly member: number;
  readonly price: bigint;
  readonly at: number;
  readonly amount: bigint;
  open: bigint;
  reserved: bigint;
  settled: bigint;
  withdrawn: bigint;
  phase: 'pending' | 'open' | 'completed' | 'rejected' | 'cancelled';
  /** Σ of what was settled, and the fees taken for it: the rate never changes here. */
  fees: bigint;
}

export interface BookMatch {
  readonly sell: number;
  readonly buy: number;
  readonly amount: bigint;
  readonly price: bigint;
  readonly won: bigint;
  state: 'matched' | 'completed' | 'cancelled';
  fee: bigint | undefined;
}

type Outcome = 'done' | LedgerRefusalCode;

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Units of USDT for whole won at a price in units. */
const amountFor = (won: bigint, price: bigint): bigint => halfUp(won * 100_000_000n, price);

export class NaiveBook {
  readonly orders: BookOrder[] = [];
  readonly matches: BookMatch[] = [];
  readonly inactive = new Set<number>();
  price: bigint | undefined;

  place(member: number, side: 'sell' | 'buy', won: bigint, price: bigint, at: number): Outcome {
    if (this.inactive.has(member)) return 'OWNER_INACTIVE';
    if (won === 0n) return 'KRW_NOT_POSITIVE';
    const amount = amountFor(won, price);
    if (amount === 0n) return 'USDT_NOT_POSITIVE';
    if (halfUp(amount * price, 100_000_000n) === 0n) return 'WON_ROUND_TO_ZERO';
    if (this.price === undefined) return 'PRICE_NOT_SET';
    if (this.price !== price) return 'PRICE_CHANGED';
    const nothing = { reserved: 0n, settled: 0n, withdrawn: 0n, fees: 0n };
    this.orders.push({ side, member, price, at, amount, open: amount, ...nothing, phase: 'pending' });
    return 'done';
  }

  decide(index: number, approved: boolean): Outcome {
    const order = this.orders[index];
    if (order === undefined) return 'ORDER_NOT_FOUND';
    if (order.phase !== 'pending') return 'ORDER_NOT_PENDING';
    order.phase = approved ? 'open' : 'rejected';
    return 'done';
  }

  cancelAsOwner(index: number, member: number): Outcome {
    const order = this.orders[index];
    if (order?.member !== member) return 'ORDER_NOT_FOUND';
    if (order.phase !== 'pending') return 'ORDER_NOT_PENDING';
    return withdraw(order);
  }

  cancelAsAdmin(index: number): Outcome {
    const order = this.orders[index];
    if (order === undefined) return 'ORDER_NOT_FOUND';
    if (order.phase !== 'pending' && order.phase !== 'open') return 'ORDER_NOT_OPEN';
    if (order.reserved > 0n) return 'ORDER_HAS_LIVE_MATCH';
    return withdraw(order);
  }

  match(
    sellIndex: number,
    buyIndex: number,
    stated: { readonly amount: bigint | undefined; readonly price: bigint | undefined },
  ): Outcome {
    const [sell, buy] = [this.orders[sellIndex], this.orders[buyIndex]];
    if (sell?.side !== 'sell' || buy?.side !== 'buy') return 'ORDER_NOT_FOUND';
    if (sell.member === buy.member) return 'SAME_ACCOUNT';
    if (this.inactive.has(sell.member) || this.inactive.has(buy.member)) return 'OWNER_INACTIVE';
    if (stated.amount === 0n) return 'USDT_NOT_POSITIVE';
    if (sell.phase !== 'open') return 'ORDER_NOT_OPEN';
    if (this.#liveMatch(sellIndex, buyIndex) !== undefined) return 'PAIR_ALREADY_LIVE';
    const amount = stated.amount ?? (sell.open < buy.open ? sell.open : buy.open);
    if (sell.open === 0n || amount > sell.open) return 'AMOUNT_EXCEEDS_OPEN';
    if (buy.phase !== 'open') return 'ORDER_NOT_OPEN';
    if (buy.open === 0n || amount > buy.open) return 'AMOUNT_EXCEEDS_OPEN';
    const price = stated.price ?? (buy.at < sell.at ? buy.price : sell.price);
    const [lowest, highest] = sell.price < buy.price ? [sell.price, buy.price] : [buy.price, sell.price];
    if (price < lowest || price > highest) return 'PRICE_OUTSIDE_ORDERS';
    const won = halfUp(amount * price, 100_000_000n);
    if (won === 0n) return 'WON_ROUND_TO_ZERO';
    for (const order of [sell, buy]) {
      order.open -= amount;
      order.reserved += amount;
    }
    this.matches.push({
      sell: sellIndex,
      buy: buyIndex,
      amount,
      price,
      won,
      state: 'matched',
      fee: undefined,
    });
    return 'done';
  }

  finish(sellIndex: number, buyIndex: number, how: 'completed' | 'cancelled'): Outcome {
    const [sell, buy] = [this.orders[sellIndex], this.orders[buyIndex]];
    if (sell?.side !== 'sell') return 'ORDER_NOT_FOUND';
    const match = this.#liveMatch(sellIndex, buyIndex);
    if (match === undefined || buy === undefined) {
      const before = this.matches.some((known) => known.sell === sellIndex && known.buy === buyIndex);
      if (before) return 'TRADE_ALREADY_FINISHED';
      return buy?.side === 'buy' ? 'NEVER_MATCHED' : 'ORDER_NOT_FOUND';
    }
    match.state = how;
    for (const order of [sell, buy]) {
      order.reserved -= match.amount;
      if (how === 'cancelled') order.open += match.amount;
      else order.settled += match.amount;
      if (order.settled === order.amount) order.phase = 'completed';
    }
    if (how === 'completed') {
      // One per cent of everything sold so far, less what was taken before.
      match.fee = halfUp(sell.settled, 100n) - sell.fees;
      sell.fees += match.fee;
    }
    return 'done';
  }

  /** The table of the design, row by row. */
  statusOf({ side, phase, open, reserved, amount }: BookOrder): string {
    const isSell = side === 'sell';
    if (phase === 'pending') return 'Pending Approval';
    if (phase === 'rejected') return 'Rejected';
    if (phase === 'cancelled') return 'Cancelled';
    if (phase === 'completed') return isSell ? 'Sale Completed' : 'Buy Completed';
    if (open === amount) return isSell ? 'On Sale' : 'Waiting for Buy';
    return open === 0n && reserved > 0n ? 'In Progress' : 'Partially Matched';
  }

  #liveMatch(sell: number, buy: number): BookMatch | undefined {
    return this.matches.find(
      (match) => match.sell === sell && match.buy === buy && match.state === 'matched',
    );
  }
}

function withdraw(order: BookOrder): Outcome {
  order.withdrawn = order.open;
  order.open = 0n;
  order.phase = 'cancelled';
  return 'done';
}
