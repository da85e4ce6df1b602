import { priceStream } from '@matgyo/contracts/streams';
import { type CurrentPrice, priceDecider } from '@matgyo/ledger/price/price';
import { type LedgerLog, loadStream } from '../commands/stream-history.ts';

/** The current price, by reading one event. Undefined while none is set. */
export async function currentPrice(log: LedgerLog): Promise<CurrentPrice | undefined> {
  const { state, revision } = await loadStream(log, priceStream, priceDecider, { newest: 1 });
  return state.price === undefined ? undefined : { price: state.price, revision };
}
