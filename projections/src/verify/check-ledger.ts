import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { Price } from '@matgyo/contracts/money';
import { memberStream, orderStream, priceStream, tradeStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { isOrderEvent } from '@matgyo/ledger/order/standing';
import { isTradeEvent } from '@matgyo/ledger/trade/trade';
import { DoesNotFit, fits } from './does-not-fit.ts';
import { type Finding, findingAt } from './finding.ts';
import { checkActor, MemberBooks } from './member-books.ts';
import { OrderBooks } from './order-books.ts';
import { TradeBooks } from './trade-books.ts';

/**
 * Keeps books of its own from the events, independent of the deciders that wrote them, and tells where they do
 * not agree with the ledger's rules (docs/ledger.md).
 */
export class LedgerCheck {
  readonly #trades = new TradeBooks();
  readonly #orders = new OrderBooks(this.#trades);
  readonly #members = new MemberBooks();
  readonly #prices: Price[] = [];

  /** What is wrong with the event after those before it; nothing, as a rule. */
  event(recorded: RecordedEvent, event: LedgerEvent): readonly Finding[] {
    try {
      fits('shape', recorded.stream === streamOf(event), `the event belongs into ${streamOf(event)}`);
      this.#fold(recorded, event);
      checkActor(event.type, recorded.metadata.actorRole);
      return [];
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      return [findingAt(error.check, recorded, error.message)];
    }
  }

  /** Processes that have begun and not ended. */
  underWay(): readonly Finding[] {
    return [...this.#trades.underWay()];
  }

  #fold(recorded: RecordedEvent, event: LedgerEvent): void {
    if (event.type === 'PriceSet') this.#prices.push(event.data.price);
    else if (event.type === 'OrderPlaced') {
      this.#orders.place(event.data);
      const { price, priceRevision } = event.data;
      fits(
        'prices',
        this.#prices[priceRevision] === price,
        `the price at revision ${priceRevision} was another`,
      );
    } else if (isOrderEvent(event)) this.#orders.move(event);
    else if (event.type === 'TradeProposed') {
      this.#trades.propose(recorded, event.data);
      this.#orders.checkParties(event.data);
      this.#members.checkWereActive(event.data.sellerId, event.data.buyerId);
    } else if (isTradeEvent(event)) {
      this.#trades.move(event);
      if (event.type === 'TradeCompleting')
        this.#members.checkCode(this.#trades.sellerOf(event.data.tradeId), event.data.sellerReferralCode);
    } else this.#members.move(event);
  }
}

function streamOf(event: LedgerEvent): string {
  if (event.type === 'PriceSet') return priceStream;
  if (isOrderEvent(event)) return orderStream(event.data.orderId);
  if (isTradeEvent(event)) return tradeStream(event.data.tradeId);
  return memberStream(event.data.memberId);
}
