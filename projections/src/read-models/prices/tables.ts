import type { Price } from '@matgyo/contracts/money';
import { columnKinds, type TableShape, type Timestamp } from '../../table-shape.ts';

/** `read_prices.prices`: every price that was set; the one with the greatest revision is in force. */
export interface PricesTable {
  /** Revision of the price stream, as OrderPlaced refers to it. */
  revision: number;
  /** Won per USDT. */
  price: Price;
  set_at: Timestamp;
  set_by: string;
  event_id: string;
}

const { text, uuid, decimal, revision, timestamp } = columnKinds;

export const pricesTable: TableShape<PricesTable> = {
  name: 'prices',
  columns: { revision, price: decimal, set_at: timestamp, set_by: text, event_id: uuid },
  key: ['revision'],
  indexes: ['(set_at desc, revision desc)'],
};
