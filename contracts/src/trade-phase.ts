import type { OrderView } from './endpoints/order-views.ts';

export type TradeStatus = OrderView['matchedBuyOrders'][number]['status'];

/** The phases that a trade history is filtered by. `live`: neither completed nor cancelled yet. */
export const listedTradePhases = ['live', 'completed', 'reversed', 'cancelled'] as const;

/** What a trade is to people, without the steps in between. `none`: it never came about. */
export type TradePhase = (typeof listedTradePhases)[number] | 'none';

const phases: Record<TradeStatus, TradePhase> = {
  proposed: 'live',
  offered: 'live',
  matched: 'live',
  completing: 'live',
  cancelling: 'live',
  completed: 'completed',
  reversed: 'reversed',
  cancelled: 'cancelled',
  rejecting: 'none',
  rejected: 'none',
};

export const tradePhaseOf = (status: TradeStatus): TradePhase => phases[status];
