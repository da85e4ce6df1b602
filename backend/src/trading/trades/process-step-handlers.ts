import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { type OrderId, otherSide, type Side } from '@matgyo/contracts/ids';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import type { Usdt } from '@matgyo/contracts/money';
import type { Decider } from '@matgyo/ledger/decider';
import { invariant } from '@matgyo/ledger/invariant';
import { reserve, settleFill, withdrawFill } from '@matgyo/ledger/order/fills';
import { fillOf, type Order } from '@matgyo/ledger/order/order';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import type { Trade, TradeTerms } from '@matgyo/ledger/trade/trade';
import {
  finishCancelling,
  finishCompleting,
  finishRejecting,
  match,
  startRejecting,
} from '@matgyo/ledger/trade/trade-decisions';
import { stepEventId } from '../../platform/commands/event-ids.ts';
import { type Command, decideAndAppend, type Executed } from '../../platform/commands/execute-on-stream.ts';
import { ofOrder, ofTrade } from '../../platform/commands/ledger-streams.ts';
import type { StreamHistory } from '../../platform/commands/stream-history.ts';
import { StreamContended } from '../../platform/commands/stream-queue.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { loadTrade } from './find-trade.ts';
import type { ProcessStepContext, ProcessStepHandlers } from './trade-process.ts';

/** How long a reservation is retried on conflicts before the trade is rejected. */
const reserveDeadlineMs = 5_000;

/** The work of each state of a trade: docs/ledger.md. */
export const processStepHandlers: ProcessStepHandlers = {
  proposed: async (context, { terms }) => {
    const deadline = context.ledger.timing.elapsed() + reserveDeadlineMs;
    // Always the sell order first, so that one of two matches that share an order succeeds.
    for (const side of ['sell', 'buy'] as const) {
      const outcome = await reserveFor(context, terms, side, deadline);
      if (outcome === 'decided elsewhere') return loadTrade(context.ledger.log, context.tradeId);
      // Nothing is released before the trade records the rejection.
      if (outcome !== 'reserved') return decideTrade(context, (trade) => startRejecting(trade, outcome));
    }
    return decideTrade(context, match);
  },
  rejecting: async (context, { terms, reason }) => {
    await withdrawFromBoth(context, terms, reason);
    return decideTrade(context, finishRejecting);
  },
  completing: async (context, { terms }) => {
    const fee = await settleIn(context, terms, 'sell');
    await settleIn(context, terms, 'buy');
    return decideTrade(context, (trade) => finishCompleting(trade, fee));
  },
  cancelling: async (context, { terms, reason }) => {
    await withdrawFromBoth(context, terms, reason);
    return decideTrade(context, finishCancelling);
  },
};

/**
 * Decides in the trade's stream at the revision that was read; the first append wins. Returns the current trade, also
 * if another process decided.
 */
export async function decideTrade(
  context: ProcessStepContext,
  decide: (trade: Trade) => readonly TradeEvent[],
): Promise<StreamHistory<Trade>> {
  const { history } = await takeProcessStep(context, ofTrade(context.tradeId), decide, {
    alreadyRead: context.history,
  });
  return history;
}

/**
 * Reserves a trade's amount in one of its orders. Returns why that is impossible, or that the order shows the trade
 * as already decided.
 */
export async function reserveFor(
  context: ProcessStepContext,
  terms: TradeTerms,
  side: Side,
  deadline: number,
): Promise<'reserved' | 'decided elsewhere' | LedgerRefusalCode> {
  const { tradeId, amount } = terms;
  const counterOrderId = orderIdOf(terms, otherSide(side));
  const withinMs = deadline - context.ledger.timing.elapsed();
  try {
    const { state } = await stepInOrder(
      context,
      orderIdOf(terms, side),
      (order) => reserve(order, { tradeId, counterOrderId, amount }),
      withinMs,
    );
    return memoryOf(state, terms)?.state === 'reserved' ? 'reserved' : 'decided elsewhere';
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.code;
    if (error instanceof StreamContended) return 'RESERVE_TIMED_OUT';
    throw error;
  }
}

/** Removes a trade from its orders: FillReleased or FillRefused. */
export async function withdrawFromBoth(
  context: ProcessStepContext,
  { tradeId, sellOrderId, buyOrderId }: TradeTerms,
  reason: string,
): Promise<void> {
  for (const orderId of [sellOrderId, buyOrderId])
    await stepInOrder(context, orderId, (order) => withdrawFill(order, { tradeId, reason }));
}

/** Settles a trade in one of its orders and returns the fee that the order records. */
async function settleIn(context: ProcessStepContext, terms: TradeTerms, side: Side): Promise<Usdt> {
  const { tradeId, amount, feeRate } = terms;
  const orderId = orderIdOf(terms, side);
  const { state } = await stepInOrder(context, orderId, (order) =>
    settleFill(order, { tradeId, amount, feeRate }),
  );
  const fill = memoryOf(state, terms);
  invariant(fill?.state === 'settled', `trade ${tradeId} is settled in order ${orderId}`);
  return fill.fee;
}

const orderIdOf = ({ sellOrderId, buyOrderId }: TradeTerms, side: Side): OrderId =>
  side === 'sell' ? sellOrderId : buyOrderId;

const memoryOf = (order: Order, { tradeId }: TradeTerms) =>
  order.phase === 'none' ? undefined : fillOf(order, tradeId);

/** A step in one order, retried on conflicts for `withinMs`. */
export const stepInOrder = (
  context: ProcessStepContext,
  orderId: OrderId,
  decide: (order: Order) => readonly OrderEvent[],
  withinMs = context.until - context.ledger.timing.elapsed(),
): Promise<Executed<Order>> => takeProcessStep(context, ofOrder(orderId), decide, { withinMs });

/**
 * A step in one stream. Its event id derives from the trade and the step, and its decider recognizes a repeated step,
 * so it happens once.
 */
function takeProcessStep<State, Event extends LedgerEvent>(
  context: ProcessStepContext,
  on: { readonly stream: string; readonly decider: Decider<State, Event> },
  decide: (state: State) => readonly Event[],
  options: { readonly alreadyRead?: StreamHistory<State>; readonly withinMs?: number },
): Promise<Executed<State>> {
  return decideAndAppend({
    ledger: context.ledger,
    ...on,
    decide,
    command: stepCommand(context),
    earlierEvents: () => [],
    eventId: ({ type }) => stepEventId(context.tradeId, on.stream, type),
    ...options,
  });
}

/** A step belongs to the command that decided it and is caused by the deciding event. */
function stepCommand({ history, actor, tradeId, ledger }: ProcessStepContext): Command {
  const intent = history.events.at(-1);
  invariant(intent !== undefined, `trade ${tradeId} is driven only after it was proposed`);
  return {
    commandId: intent.metadata.commandId,
    correlationId: tradeId,
    causationId: intent.id,
    actorId: actor.actorId,
    actorRole: actor.actorRole,
    at: isoOf(ledger.timing.now()),
  };
}
