import { type DataOf, isTradeEvent } from '@matgyo/contracts/events/ledger-event';
import { type TradeEvent, tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import { negated } from '@matgyo/contracts/money';
import type { LoggedEvent } from '../logged-event.ts';
import { ofKind } from '../read-model.ts';

/** An event of a trade's stream. Throws for any other event. */
export const tradeEvent = ofKind(isTradeEvent, 'a trade');

export const tradeEvents = (events: readonly LoggedEvent[]): readonly TradeEvent[] =>
  events.map(({ ledgerEvent }) => ledgerEvent).filter(isTradeEvent);

/** The amounts that a completed trade moved; of a reversed one the same as negative amount, won and fee. */
export interface Movement extends DataOf<'TradeCompleted'> {
  readonly kind: 'completion' | 'reversal';
}

export const movesNothing: ReadonlySet<string> = new Set(
  Object.keys(tradeEventSchemas).filter((type) => type !== 'TradeCompleted' && type !== 'TradeReversed'),
);

/** The amounts of the only two event types from which fees, the journal and stats are derived. */
export function movementOf(event: TradeEvent): Movement | undefined {
  if (event.type === 'TradeCompleted') return { ...event.data, kind: 'completion' };
  if (event.type !== 'TradeReversed') return undefined;
  const { reason: _reason, grounds: _grounds, approval: _approval, ...figures } = event.data;
  const { amount, krw, fee } = figures;
  return { ...figures, kind: 'reversal', amount: negated(amount), krw: negated(krw), fee: negated(fee) };
}

export const movement = (logged: LoggedEvent): Movement | undefined => movementOf(tradeEvent(logged));
