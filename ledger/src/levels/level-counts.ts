import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { type Side, sides } from '@matgyo/contracts/ids';
import type { LevelCounts } from '@matgyo/contracts/levels';
import { partyOf } from '@matgyo/contracts/payment-steps';
import { loserOf } from '../trade/losing-side.ts';

/** What an event adds to the counts of a party. */
export interface Counted {
  readonly side: Side;
  readonly what: keyof LevelCounts;
  readonly by: 1 | -1;
}

const countedTypes: ReadonlySet<TradeEvent['type']> = new Set([
  ...(['TradeCompleted', 'TradeReversed', 'WindowExpired', 'CaseRuled', 'AppealRuled'] as const),
]);

export const mayCount = ({ type }: Pick<TradeEvent, 'type'>): boolean => countedTypes.has(type);

/** What an event counts for the trade's parties (docs/ledger.md, levels). `lostBy`: who lost the case so far. */
export function countedBy(event: TradeEvent, lostBy: Side | undefined): readonly Counted[] {
  const one = (side: Side | undefined, what: keyof LevelCounts, by: 1 | -1): readonly Counted[] =>
    side === undefined ? [] : [{ side, what, by }];
  switch (event.type) {
    case 'TradeCompleted':
      return sides.map((side) => ({ side, what: 'trades', by: 1 }));
    case 'TradeReversed':
      return sides.map((side) => ({ side, what: 'trades', by: -1 }));
    case 'WindowExpired':
      return one(partyOf[event.data.step], 'overdue', 1);
    case 'CaseRuled':
      return one(loserOf(event.data), 'casesLost', 1);
    case 'AppealRuled':
      return event.data.outcome === 'overturn' ? one(lostBy, 'casesLost', -1) : [];
    default:
      return [];
  }
}
