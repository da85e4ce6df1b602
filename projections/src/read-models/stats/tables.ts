import type { Krw, Usdt } from '@matgyo/contracts/money';
import { columnKinds, type TableShape } from '../../table-shape.ts';

/** `read_stats.days`: one row per calendar day in Korea on which something was counted. Sums over it are the totals. */
export interface DaysTable {
  /** YYYY-MM-DD, by the clock of Korea. */
  day: string;
  /** Members registered. */
  users: number;
  /** Trades completed. */
  trades: number;
  /** USDT of completed trades, seen from the sellers; always equal to `buys`. */
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
