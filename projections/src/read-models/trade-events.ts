import { type TradeEvent, tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import { isTradeEvent } from '@matgyo/ledger/trade/trade';
import type { LoggedEvent } from '../logged-event.ts';
import { ImpossibleEvent } from '../read-model.ts';

/** Of a trade's stream. Throws when it holds anything but the events of a trade. */
export function tradeEvent({ ledgerEvent }: LoggedEvent): TradeEvent {
  if (isTradeEvent(ledgerEvent)) return ledgerEvent;
  throw new ImpossibleEvent(`${ledgerEvent.type} is no event of a trade`);
}

export type TradeCompletedData = Extract<TradeEvent, { type: 'TradeCompleted' }>['data'];

/** What happens to a trade beside its completion. */
export const beforeCompletion: ReadonlySet<string> = new Set(
  Object.keys(tradeEventSchemas).filter((type) => type !== 'TradeCompleted'),
);

/** The figures of a completed trade: the only event that fees, the journal and stats are made from. */
export function completedTrade(logged: LoggedEvent): TradeCompletedData | undefined {
  const event = tradeEvent(logged);
  return event.type === 'TradeCompleted' ? event.data : undefined;
}
