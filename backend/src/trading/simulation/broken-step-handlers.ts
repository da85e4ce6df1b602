import { existing } from '@matgyo/ledger/order/decisions';
import { releaseFill } from '@matgyo/ledger/order/fills';
import { finishRejecting, match, startRejecting } from '@matgyo/ledger/trade/trade';
import type { TradeStepHandlers } from '../trades/trade-step.ts';
import {
  decideTrade,
  reserveFor,
  stepInOrder,
  tradeStepHandlers,
  withdrawFrom,
} from '../trades/trade-step-handlers.ts';

/*
 * The matching process with one rule of docs/ledger.md broken each, made of the product's own steps. The simulator has to
 * find every one of them; if it does not, it proves nothing about the process that keeps the rules.
 */

/** Breaks "decide before acting": gives back what was reserved and only then decides that it will not be. */
const releasesBeforeDeciding: TradeStepHandlers = {
  ...tradeStepHandlers,
  proposed: async (visit, { terms }) => {
    const deadline = visit.ledger.timing.now() + 5_000;
    for (const side of ['sell', 'buy'] as const) {
      const outcome = await reserveFor(visit, terms, side, deadline);
      if (outcome === 'reserved') continue;
      const reason = outcome === 'decided elsewhere' ? 'ORDER_NOT_OPEN' : outcome;
      await withdrawFrom(visit, terms, 'sell', reason);
      await withdrawFrom(visit, terms, 'buy', reason);
      return decideTrade(visit, (trade) => startRejecting(trade, reason));
    }
    return decideTrade(visit, match);
  },
};

/** Breaks "refusal leaves a mark": an order that has not reserved is not told that it never may. */
const leavesNoMark: TradeStepHandlers = {
  ...tradeStepHandlers,
  rejecting: async (visit, { terms, reason }) => {
    const { tradeId, sellOrderId, buyOrderId } = terms;
    for (const orderId of [sellOrderId, buyOrderId])
      await stepInOrder(visit, orderId, (order) => releaseFill(existing(order), { tradeId, reason }));
    return decideTrade(visit, finishRejecting);
  },
};

/** Breaks invariant 9: says that a trade is rejected while its orders still hold their reservations. */
const rejectsFirst: TradeStepHandlers = {
  ...tradeStepHandlers,
  rejecting: async (visit, { terms, reason }) => {
    const rejected = await decideTrade(visit, finishRejecting);
    await withdrawFrom(visit, terms, 'sell', reason);
    await withdrawFrom(visit, terms, 'buy', reason);
    return rejected;
  },
};

export const brokenStepHandlers = {
  'release-before-deciding': releasesBeforeDeciding,
  'no-refusal-mark': leavesNoMark,
  'reject-before-releasing': rejectsFirst,
} as const satisfies Readonly<Record<string, TradeStepHandlers>>;

export type BrokenRule = keyof typeof brokenStepHandlers;
