import { priceStream } from '@matgyo/contracts/streams';
import { type CurrentPrice, priceDecider } from '@matgyo/ledger/price/price';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';

/** What setting a price reads: the price stream is endless, and a repeated command is found among its newest events. */
export const newestPrices = { newest: 200 };

/** Its last event has the whole state. */
export const loadPriceStream = (log: LedgerLog) =>
  loadStream(log, { stream: priceStream, decider: priceDecider }, { newest: 1 });

/** Undefined while no price is set. */
export async function currentPrice(log: LedgerLog): Promise<CurrentPrice | undefined> {
  const { state, revision } = await loadPriceStream(log);
  return state.price === undefined ? undefined : { price: state.price, revision };
}
