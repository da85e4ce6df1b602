import type { Price } from '@matgyo/contracts/money';
import { columnKinds, tableShape } from '../../table-shape.ts';

const { text, uuid, decimal, revision, timestamp } = columnKinds;

/** `read_prices.prices`: every price that was set; the one with the greatest revision is in force. */
export const pricesTable = tableShape({
  name: 'prices',
  columns: {
    /** Revision of the price stream, as OrderPlaced refers to it. */
    revision: revision(),
    /** Won per USDT. */
    price: decimal<Price>(),
    set_at: timestamp(),
    set_by: text(),
    event_id: uuid(),
    command_id: uuid(),
  },
  key: ['revision'],
  indexes: ['(set_at desc, revision desc)'],
});
