import { toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { type Books, fillsOf } from './books.ts';
import { enterOrderEvent } from './order-rules.ts';
import { enterTradeEvent } from './trade-rules.ts';
import { must, Violation } from './violation.ts';

/** Watches a log, event by event, and remembers the first rule that is broken. */
export class Invariants {
  readonly books: Books;
  readonly #heads = new Map<string, RecordedEvent>();
  readonly #eventIds = new Set<string>();
  #violation: Violation | undefined;

  constructor({ judgesSteps }: Pick<Books, 'judgesSteps'>) {
    this.books = { judgesSteps, orders: new Map(), trades: new Map() };
  }

  get violation(): Violation | undefined {
    return this.#violation;
  }

  /** To be called with every event, in the order of the log. */
  readonly observe = (recorded: RecordedEvent): void => {
    this.check(() => {
      this.#checkPlace(recorded);
      const { type, data, metadata, stream } = recorded;
      const event = toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
      if (stream.startsWith('order-')) enterOrderEvent(this.books, event as OrderEvent);
      if (stream.startsWith('trade-')) enterTradeEvent(this.books, event as TradeEvent);
    });
  };

  /** Runs checks that throw `Violation`; the first one counts. */
  check(checks: () => void): void {
    if (this.#violation !== undefined) return;
    try {
      checks();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.#violation = error;
    }
  }

  /** What must hold when nobody is at work any more. */
  checkEnd(): void {
    this.check(() => {
      const resting = ['matched', 'rejected', 'completed', 'cancelled'];
      for (const [tradeId, { state }] of this.books.trades)
        must(resting.includes(state), 9, `trade ${tradeId} comes to rest, but it is ${state}`);
      this.#checkSums();
    });
  }

  /** 6: revisions have no gaps, the chain links, event ids are unique. */
  #checkPlace(recorded: RecordedEvent): void {
    const { id, stream, revision, metadata } = recorded;
    const head = this.#heads.get(stream);
    must(revision === (head?.revision ?? -1) + 1, 6, `${stream} has no gap at ${revision}`);
    must(metadata.prevHash === (head?.metadata.hash ?? ''), 6, `${stream} is chained at ${revision}`);
    must(!this.#eventIds.has(id), 6, `event ${id} is in the log once`);
    this.#heads.set(stream, recorded);
    this.#eventIds.add(id);
  }

  /** 3: over all trades. */
  #checkSums(): void {
    const { orders, trades } = this.books;
    const total = { sell: 0n, buy: 0n, orderFees: 0n, tradeFees: 0n };
    for (const { side, settled, fees } of orders.values()) {
      total[side] += settled;
      total.orderFees += fees;
    }
    for (const { terms, state } of trades.values())
      if (state === 'completed') total.tradeFees += fillsOf(this.books, terms)[0]?.fee ?? 0n;
    must(total.sell === total.buy, 3, 'what is sold is bought');
    must(total.orderFees === total.tradeFees, 3, 'the fees of the trades are those of the sell orders');
  }
}
