import type { Krw, Usdt } from '@matgyo/contracts/money';
import { columnKinds, type TableShape } from '../../table-shape.ts';

/**
 * `read_stats.days`: one row per calendar day in Korea on which something was counted. Totals are sums over the rows.
 */
export interface DaysTable {
  /** YYYY-MM-DD in Korea. */
  day: string;
  /** Members registered. */
  users: number;
  /** Trades completed. */
  trades: number;
  /** USDT of completed trades, as sold; always equal to `buys`. */
  sales: Usdt;
  buys: Usdt;
  fees: Usdt;
  /** Won paid for them. */
  krw: Krw;
}

const { text, integer, usdt, decimal } = columnKinds;

export const daysTable: TableShape<DaysTable> = {
  name: 'days',
  columns: { day: text, users: integer, trades: integer, sales: usdt, buys: usdt, fees: usdt, krw: decimal },
  key: ['day'],
  indexes: [],
};
