import type { LedgerEventType } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { approve, cancelAsAdmin, cancelAsOwner } from '@matgyo/ledger/order/decisions';
import type { Order } from '@matgyo/ledger/order/order';
import { type Command, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofOrder } from '../../platform/commands/ledger-streams.ts';
import { appendReversal } from '../reversals/reverse-trade.ts';
import type { TradeRef } from '../trades/find-trade.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { proposeMatch } from '../trades/propose-match.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { caseActions } from './case-actions.ts';
import { consentActions } from './consent-actions.ts';
import { commandOf, type Market, memberIdOf, statedAmount, statedPrice, tradeIdOf } from './market.ts';
import { type MatchedPair, ownerOf, paymentActions } from './payment-actions.ts';
import type { Chance } from './random.ts';

/** A request to the ledger; all its retries have one command id. */
export interface Action {
  readonly name: string;
  readonly command: Command;
  /** The event that must be in the log after acceptance (any of several), and must not be after a refusal. */
  readonly means: LedgerEventType | readonly LedgerEventType[];
  /** The action it usually waits for. */
  readonly follows?: Action | undefined;
  /** Streams it creates. */
  readonly newStreams?: readonly string[];
  /** The trade it is about, for actions that follow it. */
  readonly tradeId?: TradeId;
  /** Clients that send it, each on its own machine. */
  readonly clients: number;
  /** `command` belongs to this try and has its deadline. */
  readonly perform: (process: TradeProcess, command: Command) => Promise<unknown>;
}

/** Concurrent actions of a few admins and owners on a few orders. */
export function chooseActions(market: Market, chance: Chance, atMs: number): readonly Action[] {
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
  const actions = matches.map(
    (wanted): Action => ({
      ...command(`match ${wanted.tradeId}`),
      means: ['TradeMatched', 'TradeOffered'],
      newStreams: [tradeStream(wanted.tradeId)],
      perform: (to, by) => proposeMatch(to, { command: by, ...wanted }),
    }),
  );
  for (let index = 0; index < 1 + chance.below(4); index += 1) {
    const chosen = chance.pick(matches);
    const follows = chance.happens(0.8) ? actions[matches.indexOf(chosen)] : undefined;
    actions.push({ ...finishing(command, index, chosen, chance), follows, tradeId: chosen.tradeId });
  }
  const around = matches.map((pair, index) => ({ pair, match: actions[index], atMs, chance }));
  for (const each of around) actions.push(...consentActions(market, each.pair, each));
  for (const each of around)
    if (chance.happens(0.4)) actions.push(...paymentActions(market, each.pair, each));
  for (const { pair, ...each } of around) {
    if (!chance.happens(0.3)) continue;
    const { tradeId, sellOrderId, buyOrderId } = pair;
    const memberId = ownerOf(market, chance.pick([sellOrderId, buyOrderId]));
    actions.push(...caseActions({ tradeId, memberId }, each));
  }
  if (chance.happens(0.5)) actions.push(withdrawal(command('withdraw'), chance.pick(anyOrder(market))));
  if (chance.happens(0.2)) actions.push(ownWithdrawal(command('withdraw own'), market.pending));
  if (chance.happens(0.2)) actions.push(approval(command('approve pending'), market.pending));
  const completions = actions.filter(({ means }) => means === 'TradeCompleted' || means === 'CaseAppealed');
  for (const [index, completion] of completions.entries())
    if (chance.happens(0.4)) actions.push(reversing(command(`reverse ${index}`), completion));
  return actions;
}

type Named = Pick<Action, 'name' | 'command' | 'clients'>;

function finishing(
  command: (name: string) => Named,
  index: number,
  match: MatchedPair,
  chance: Chance,
): Action {
  const trade = namedTrade(match, chance);
  if (chance.happens(0.6))
    return {
      ...command(`complete ${index}`),
      means: 'TradeCompleted',
      perform: (to, by) => completeTrade(to, { approval: 'nothing typed', command: by, trade }),
    };
  return {
    ...command(`cancel ${index}`),
    means: ['TradeCancelled', 'TradeRejected'],
    perform: (to, by) => cancelTrade(to, { command: by, trade }),
  };
}

const reversing = (named: Named, completion: Action): Action => ({
  ...named,
  means: 'TradeReversed',
  follows: completion,
  perform: (to, command) =>
    appendReversal(to, {
      approval: 'nothing typed',
      command,
      tradeId: completion.tradeId as TradeId,
      reason: 'COMPLETED_BY_MISTAKE',
      grounds: 'd'.repeat(64),
    }),
});

const anyOrder = ({ orders }: Market): readonly OrderId[] => [...orders.sell, ...orders.buy];

/** By its two orders, as the specification's clients do, or by its id. */
const namedTrade = ({ tradeId, ...pair }: MatchedPair, chance: Chance): TradeRef =>
  chance.happens(0.5) ? { tradeId } : pair;

const onOrder = (
  named: Named,
  orderId: OrderId,
  means: LedgerEventType,
  decide: (order: Order) => readonly OrderEvent[],
): Action => ({
  ...named,
  means,
  perform: ({ ledger }, command) => executeOnStream({ ledger, ...ofOrder(orderId), command, decide }),
});

const withdrawal = (named: Named, orderId: OrderId): Action =>
  onOrder(named, orderId, 'OrderCancelled', (order) =>
    cancelAsAdmin(order, { reason: 'CANCELLED_BY_ADMIN' }),
  );

const ownWithdrawal = ({ command, ...named }: Named, orderId: OrderId): Action =>
  onOrder({ ...named, command: { ...command, actorId: memberIdOf(9) } }, orderId, 'OrderCancelled', (order) =>
    cancelAsOwner(order, { memberId: memberIdOf(9), reason: 'CANCELLED_BY_OWNER' }),
  );

const approval = (named: Named, orderId: OrderId): Action =>
  onOrder(named, orderId, 'OrderApproved', (order) => approve(order));
