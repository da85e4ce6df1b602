import type { OrderView } from './endpoints/order-views.ts';

export type TradeStatus = OrderView['matchedBuyOrders'][number]['status'];

/** What a trade is to people; the steps in between are the ledger's own business. */
export type TradePhase = 'live' | 'completed' | 'reversed' | 'cancelled' | 'none';

const phases: Record<TradeStatus, TradePhase> = {
  proposed: 'live',
  offered: 'live',
  matched: 'live',
  completing: 'live',
  cancelling: 'live',
  completed: 'completed',
  reversed: 'reversed',
  cancelled: 'cancelled',
  // One that never came about is none.
  rejecting: 'none',
  rejected: 'none',
};

export const tradePhaseOf = (status: TradeStatus): TradePhase => phases[status];
