import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { type Books, type DataOf, fillsOf, type TradeAccount, type TradeTerms } from './books.ts';
import { krwDue, unitsOf } from './exact-units.ts';
import { must } from './violation.ts';

type Transition = readonly [from: TradeAccount['state'] | undefined, to: TradeAccount['state']];

/** 2: a trade is resolved once. */
const transitions: Readonly<Record<TradeEvent['type'], Transition>> = {
  TradeProposed: [undefined, 'proposed'],
  TradeMatched: ['proposed', 'matched'],
  TradeRejecting: ['proposed', 'rejecting'],
  TradeRejected: ['rejecting', 'rejected'],
  TradeCompleting: ['matched', 'completing'],
  TradeCompleted: ['completing', 'completed'],
  TradeCancelling: ['matched', 'cancelling'],
  TradeCancelled: ['cancelling', 'cancelled'],
};

/** Enters a trade's event into the books. Throws `Violation` when it breaks a rule. */
export function enterTradeEvent(books: Books, event: TradeEvent): void {
  const { tradeId } = event.data;
  const trade = books.trades.get(tradeId);
  const [from, to] = transitions[event.type];
  must(trade?.state === from, 2, `trade ${tradeId} is resolved once: ${event.type} while ${trade?.state}`);
  if (event.type === 'TradeProposed') checkTerms(books, event.data);
  if (event.type === 'TradeProposed' || trade === undefined) return;
  trade.state = to;
  const states = fillsOf(books, trade.terms).map((fill) => fill?.state);
  const said = `${to} with its fills ${states.join(' and ')}`;
  if (to === 'matched') must(states.join() === 'reserved,reserved', 2, `trade ${tradeId} is ${said}`);
  if (to === 'cancelled') must(states.join() === 'released,released', 2, `trade ${tradeId} is ${said}`);
  if (to === 'rejected') must(!states.includes('reserved'), 9, `trade ${tradeId} is ${said}`);
  if (event.type === 'TradeCompleted') checkCompletion(books, trade.terms, event.data);
}

/** 4: two sides, two different members, both orders approved. */
function checkTerms(books: Books, terms: TradeTerms): void {
  const sell = books.orders.get(terms.sellOrderId);
  const buy = books.orders.get(terms.buyOrderId);
  must(sell?.side === 'sell' && buy?.side === 'buy', 4, 'a trade has two sides');
  must(sell.memberId === terms.sellerId && buy.memberId === terms.buyerId, 4, 'a trade is of the owners');
  must(terms.sellerId !== terms.buyerId, 4, 'a trade is between two members');
  must(sell.phase !== 'pending' && buy.phase !== 'pending', 4, 'both orders of a trade are approved');
  must(terms.krw === krwDue(terms.amount, terms.price), 3, 'the won are amount × price, half up');
  books.trades.set(terms.tradeId, { terms, state: 'proposed' });
}

/** 3 and 11: both orders have settled it, and its journal lines cancel out. */
function checkCompletion(books: Books, terms: TradeTerms, completed: DataOf<'TradeCompleted'>): void {
  const { tradeId } = terms;
  const [sell, buy] = fillsOf(books, terms);
  const settled = sell?.state === 'settled' && buy?.state === 'settled';
  must(settled, 3, `trade ${tradeId} is completed with its fills ${sell?.state} and ${buy?.state}`);
  const isSame = (key: string) => completed[key as keyof TradeTerms] === terms[key as keyof TradeTerms];
  must(Object.keys(terms).every(isSame), 3, `trade ${tradeId} is completed on the terms it was proposed on`);
  const fee = unitsOf(completed.fee);
  must(sell.fee === fee, 3, `the fee of trade ${tradeId} is the one its sell order settled`);
  // The seller gives amount and fee, the buyer gets the amount, the platform the fee.
  must(-(sell.amount + sell.fee) + buy.amount + fee === 0n, 11, `the USDT of trade ${tradeId} cancel out`);
}
