/** The phases that a trade history is filtered by. `live`: neither completed nor cancelled yet. */
export const listedTradePhases = ['live', 'completed', 'reversed', 'cancelled'] as const;

/** What a trade is to people, without the steps in between. `none`: it never came about. */
export type TradePhase = (typeof listedTradePhases)[number] | 'none';

/** By the state of a match, from its stream. */
const phases = {
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
} as const satisfies Readonly<Record<string, TradePhase>>;
export type TradeStatus = keyof typeof phases;
export const tradeStatuses = Object.keys(phases) as readonly TradeStatus[];

export const tradePhaseOf = (status: TradeStatus): TradePhase => phases[status];
