import type { Krw } from '@matgyo/contracts/money';
import { columnKinds, type RowOf, tableShape } from '../../table-shape.ts';

const { text, integer, usdt, decimal } = columnKinds;

/** `read_stats.days`: one row per day in Korea on which something was counted. Totals are sums over the rows. */
export const daysTable = tableShape({
  name: 'days',
  columns: {
    /** YYYY-MM-DD in Korea. */
    day: text(),
    /** Members registered. */
    users: integer(),
    /** Trades completed. */
    trades: integer(),
    /** USDT of completed trades, as sold; always equal to `buys`. */
    sales: usdt(),
    buys: usdt(),
    fees: usdt(),
    /** Won paid for them. */
    krw: decimal<Krw>(),
  },
  key: ['day'],
});
export type DaysTable = RowOf<typeof daysTable>;
