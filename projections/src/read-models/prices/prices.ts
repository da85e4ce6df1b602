import { ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import { pricesTable } from './tables.ts';

/** Every price that was set, and by whom. */
export const prices: ReadModel = {
  name: 'prices',
  version: 2,
  streams: ['price-'],
  tables: [pricesTable],
  needs: [],
  fold({ ledgerEvent, recorded }, rows) {
    if (ledgerEvent.type !== 'PriceSet')
      throw new ImpossibleEvent(`${ledgerEvent.type} is no event of the price`);
    rows.append(pricesTable, {
      revision: recorded.revision,
      price: ledgerEvent.data.price,
      set_at: recorded.metadata.at,
      set_by: recorded.metadata.actorId,
      event_id: recorded.id,
      command_id: recorded.metadata.commandId,
    });
    return ['price'];
  },
};
