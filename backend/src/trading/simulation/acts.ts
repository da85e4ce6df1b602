import type { LedgerEventType } from '@matgyo/contracts/events/ledger-event';
import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import { approve, cancelAsAdmin, cancelAsOwner } from '@matgyo/ledger/order/decisions';
import { orderDecider } from '@matgyo/ledger/order/order';
import { type Command, executeOnStream } from '../commands/execute-on-stream.ts';
import { reverseTrade } from '../reversals/reverse-trade.ts';
import type { TradeRef } from '../trades/find-trade.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { matchOrders } from '../trades/match-orders.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { caseActs } from './case-acts.ts';
import { consentActs } from './consent-acts.ts';
import { commandOf, type Market, memberIdOf, statedAmount, statedPrice, tradeIdOf } from './market.ts';
import { type MatchedPair, ownerOf, paymentActs } from './payment-acts.ts';
import type { Chance } from './random.ts';

/** A request to the ledger, under one command id for all its retries. */
export interface Act {
  readonly name: string;
  readonly command: Command;
  /** The event, or one of them, that has to be in the log when the answer was yes, and must not be when it was no. */
  readonly means: LedgerEventType | readonly LedgerEventType[];
  /** The act that it usually waits for. */
  readonly follows?: Act | undefined;
  /** Streams that it is the first to write to. */
  readonly newStreams?: readonly string[];
  /** The trade that it is about, where another act asks. */
  readonly tradeId?: TradeId;
  /** How many clients try it, on machines of their own. */
  readonly clients: number;
  /** `command` is its own, and says until when this try may append. */
  readonly perform: (process: TradeProcess, command: Command) => Promise<unknown>;
}

/** A few admins and owners at once, all of them at the same few orders. */
export function chooseActs(market: Market, chance: Chance, atMs: number): readonly Act[] {
  const matches = Array.from({ length: 2 + chance.below(3) }, (_, index) => {
    const sellOrderId = chance.pick(market.orders.sell);
    const buyOrderId = chance.pick(market.orders.buy);
    const pair = { tradeId: tradeIdOf(index), sellOrderId, buyOrderId };
    return {
      ...pair,
      amount: statedAmount(chance),
      price: statedPrice(market, pair, chance),
      askConsent: true,
    };
  });
  const clients = () => (chance.happens(0.3) ? 2 : 1);
  const command = (name: string) => ({ name, command: commandOf(name, atMs), clients: clients() });
  const acts = matches.map((wanted): Act => {
    const named = command(`match ${wanted.tradeId}`);
    return {
      ...named,
      means: ['TradeMatched', 'TradeOffered'],
      newStreams: [tradeStream(wanted.tradeId)],
      perform: (to, by) => matchOrders(to, { command: by, ...wanted }),
    };
  });
  for (let index = 0; index < 1 + chance.below(4); index += 1) {
    const chosen = chance.pick(matches);
    const follows = chance.happens(0.8) ? acts[matches.indexOf(chosen)] : undefined;
    acts.push({ ...finishing(command, index, chosen, chance), follows, tradeId: chosen.tradeId });
  }
  for (const [index, match] of acts.slice(0, matches.length).entries())
    acts.push(...consentActs(market, matches[index] as MatchedPair, { match, atMs, chance }));
  for (const [index, match] of acts.slice(0, matches.length).entries())
    if (chance.happens(0.4))
      acts.push(...paymentActs(market, matches[index] as MatchedPair, { match, atMs, chance }));
  for (const [index, match] of acts.slice(0, matches.length).entries()) {
    if (!chance.happens(0.3)) continue;
    const { tradeId, sellOrderId, buyOrderId } = matches[index] as MatchedPair;
    const memberId = ownerOf(market, chance.pick([sellOrderId, buyOrderId]));
    acts.push(...caseActs({ tradeId, memberId }, { match, atMs, chance }));
  }
  if (chance.happens(0.5)) acts.push(withdrawal(command('withdraw'), chance.pick(anyOrder(market))));
  if (chance.happens(0.2)) acts.push(ownWithdrawal(command('withdraw own'), market.pending));
  if (chance.happens(0.2)) acts.push(approval(command('approve pending'), market.pending));
  const completions = acts.filter(({ means }) => means === 'TradeCompleted');
  for (const [index, completion] of completions.entries())
    if (chance.happens(0.4)) acts.push(reversing(command(`reverse ${index}`), completion));
  return acts;
}

type Named = Pick<Act, 'name' | 'command' | 'clients'>;

/** Completes or cancels a match. */
function finishing(command: (name: string) => Named, index: number, match: MatchedPair, chance: Chance): Act {
  const trade = namedTrade(match, chance);
  if (chance.happens(0.6)) {
    const named = command(`complete ${index}`);
    return {
      ...named,
      means: 'TradeCompleted',
      perform: (to, by) => completeTrade(to, { command: by, trade }),
    };
  }
  const named = command(`cancel ${index}`);
  const reason = 'CANCELLED_BY_ADMIN';
  return {
    ...named,
    means: ['TradeCancelled', 'TradeRejected'],
    perform: (to, by) => cancelTrade(to, { command: by, trade, reason }),
  };
}

/** Somebody takes a completed trade back. */
const reversing = (named: Named, completion: Act): Act => ({
  ...named,
  means: 'TradeReversed',
  follows: completion,
  perform: (to, command) =>
    reverseTrade(to, {
      ...{ command, tradeId: completion.tradeId as TradeId },
      ...{ reason: 'COMPLETED_BY_MISTAKE', grounds: 'd'.repeat(64) },
    }),
});

const anyOrder = ({ orders }: Market): readonly OrderId[] => [...orders.sell, ...orders.buy];

/** By its two orders, as the specification's clients do, or by its id. */
const namedTrade = ({ tradeId, ...pair }: MatchedPair, chance: Chance): TradeRef =>
  chance.happens(0.5) ? { tradeId } : pair;

const withdrawal = (named: Named, orderId: OrderId): Act => ({
  ...named,
  means: 'OrderCancelled',
  perform: ({ ledger }, command) =>
    executeOnStream({
      ledger,
      stream: orderStream(orderId),
      decider: orderDecider,
      command,
      decide: (order) => cancelAsAdmin(order, { reason: 'CANCELLED_BY_ADMIN' }),
    }),
});

const ownWithdrawal = (named: Named, orderId: OrderId): Act => ({
  ...named,
  means: 'OrderCancelled',
  perform: ({ ledger }, command) =>
    executeOnStream({
      ledger,
      stream: orderStream(orderId),
      decider: orderDecider,
      command,
      decide: (order) => cancelAsOwner(order, { memberId: memberIdOf(9), reason: 'CANCELLED_BY_OWNER' }),
    }),
});

const approval = (named: Named, orderId: OrderId): Act => ({
  ...named,
  means: 'OrderApproved',
  perform: ({ ledger }, command) =>
    executeOnStream({
      ledger,
      stream: orderStream(orderId),
      decider: orderDecider,
      command,
      decide: (order) => approve(order),
    }),
});
