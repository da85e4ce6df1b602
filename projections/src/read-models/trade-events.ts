import { type TradeEvent, tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import { negated } from '@matgyo/contracts/money';
import { isTradeEvent } from '@matgyo/ledger/trade/trade';
import type { LoggedEvent } from '../logged-event.ts';
import { ImpossibleEvent } from '../read-model.ts';

/** Of a trade's stream. Throws when it holds anything but the events of a trade. */
export function tradeEvent({ ledgerEvent }: LoggedEvent): TradeEvent {
  if (isTradeEvent(ledgerEvent)) return ledgerEvent;
  throw new ImpossibleEvent(`${ledgerEvent.type} is no event of a trade`);
}

type Figures = Extract<TradeEvent, { type: 'TradeCompleted' }>['data'];

/** What a completed trade moved, or, when it was reversed, the same taken back: amount, won and fee below zero. */
export interface Movement extends Figures {
  readonly kind: 'completion' | 'reversal';
}

/** What happens to a trade beside what moves figures. */
export const movesNothing: ReadonlySet<string> = new Set(
  Object.keys(tradeEventSchemas).filter((type) => type !== 'TradeCompleted' && type !== 'TradeReversed'),
);

/** The figures of a trade: the only two events that fees, the journal and stats are made from. */
export function movementOf(event: TradeEvent): Movement | undefined {
  if (event.type === 'TradeCompleted') return { ...event.data, kind: 'completion' };
  if (event.type !== 'TradeReversed') return undefined;
  const { reason: _reason, grounds: _grounds, approval: _approval, ...figures } = event.data;
  const { amount, krw, fee } = figures;
  return {
    ...figures,
    ...{ kind: 'reversal', amount: negated(amount), krw: negated(krw), fee: negated(fee) },
  };
}

export const movement = (logged: LoggedEvent): Movement | undefined => movementOf(tradeEvent(logged));
