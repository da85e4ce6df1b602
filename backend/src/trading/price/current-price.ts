import { priceStream } from '@matgyo/contracts/streams';
import { type CurrentPrice, priceDecider } from '@matgyo/ledger/price/price';
import { type LedgerLog, loadStream } from '../commands/stream-history.ts';

/** What setting a price reads: the price stream is endless, and a repeated command is found among its newest events. */
export const newestPrices = { newest: 200 };

/** The current price, by reading one event. Undefined while none is set. */
export async function currentPrice(log: LedgerLog): Promise<CurrentPrice | undefined> {
  const { state, revision } = await loadStream(log, priceStream, priceDecider, { newest: 1 });
  return state.price === undefined ? undefined : { price: state.price, revision };
}
