import { placedOrder } from '@matgyo/ledger/order/decisions';
import { releaseFill } from '@matgyo/ledger/order/fills';
import { finishRejecting, match, startRejecting } from '@matgyo/ledger/trade/trade-decisions';
import {
  decideTrade,
  processStepHandlers,
  reserveFor,
  stepInOrder,
  withdrawFromBoth,
} from '../trades/process-step-handlers.ts';
import type { ProcessStepHandlers } from '../trades/trade-process.ts';

/*
 * The product's step handlers, each with one broken rule of docs/ledger.md. The simulator must find every one;
 * otherwise it proves nothing about the correct process.
 */

/** Breaks "decide before acting": releases the reservation before deciding to reject. */
const releasesBeforeDeciding: ProcessStepHandlers = {
  ...processStepHandlers,
  proposed: async (context, { terms }) => {
    const deadline = context.ledger.timing.elapsed() + 5_000;
    for (const side of ['sell', 'buy'] as const) {
      const outcome = await reserveFor(context, terms, side, deadline);
      if (outcome === 'reserved') continue;
      const reason = outcome === 'decided elsewhere' ? 'ORDER_NOT_OPEN' : outcome;
      await withdrawFromBoth(context, terms, reason);
      return decideTrade(context, (trade) => startRejecting(trade, reason));
    }
    return decideTrade(context, match);
  },
};

/** Breaks "refusal leaves a mark": an order that has not reserved is not marked. */
const leavesNoMark: ProcessStepHandlers = {
  ...processStepHandlers,
  rejecting: async (context, { terms, reason }) => {
    const { tradeId, sellOrderId, buyOrderId } = terms;
    for (const orderId of [sellOrderId, buyOrderId])
      await stepInOrder(context, orderId, (order) => releaseFill(placedOrder(order), { tradeId, reason }));
    return decideTrade(context, finishRejecting);
  },
};

/** Breaks invariant 9: rejects a trade while its orders still hold reservations. */
const rejectsFirst: ProcessStepHandlers = {
  ...processStepHandlers,
  rejecting: async (context, { terms, reason }) => {
    const rejected = await decideTrade(context, finishRejecting);
    await withdrawFromBoth(context, terms, reason);
    return rejected;
  },
};

export const brokenStepHandlers = {
  'release-before-deciding': releasesBeforeDeciding,
  'no-refusal-mark': leavesNoMark,
  'reject-before-releasing': rejectsFirst,
} as const satisfies Readonly<Record<string, ProcessStepHandlers>>;

export type BrokenRule = keyof typeof brokenStepHandlers;
