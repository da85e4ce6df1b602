import type { ownTradeEndpoints, TransactionRow } from '@matgyo/contracts/endpoints/own-trades';
import { type MemberId, type OrderId, orderCode } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { reversalTexts } from '@matgyo/contracts/reversals';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { type Period, refuseReversedPeriod } from '../../platform/http/period.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { type Column, timeColumn } from '../../platform/http/spreadsheet-columns.ts';
import { kindText, sideText } from '../spreadsheet-columns.ts';
import { ownFile } from './own-file.ts';
import { within } from './trade-history.ts';

/** The event of the page's last row. */
const cursorKey = z.uuid();

export const listTransactions =
  (db: Database) =>
  async ({
    caller: { memberId },
    query: { limit, cursor, ...period },
  }: HandlerRequest<typeof ownTradeEndpoints.transactions>) => {
    refuseReversedPeriod(period);
    const after = decodeCursor(cursorKey, cursor);
    const rows = await transactionsOf(db, { memberId, period, after, limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, ({ eventId }) => eventId);
    const totals = cursor === undefined ? await totalsOf(db, memberId, period) : null;
    return { totals, items: page.map(transactionRow), nextCursor };
  };

/** Received and sent amounts have separate columns. A negative fee was refunded. */
const columns: readonly Column<ReturnType<typeof splitRow>>[] = [
  { name: 'day', head: { ko: '날짜', en: 'Date' } },
  timeColumn('at', { ko: '시각 (KST)', en: 'Time (KST)' }),
  { name: 'tradeId', head: { ko: '거래 아이디', en: 'Trade ID' } },
  { name: 'side', head: { ko: '구분', en: 'Side' }, text: sideText },
  { name: 'orderCode', head: { ko: '주문 코드', en: 'Order code' } },
  { name: 'orderId', head: { ko: '주문 아이디', en: 'Order ID' } },
  { name: 'price', head: { ko: '가격 (원)', en: 'Price (KRW)' } },
  { name: 'usdtIn', head: { ko: '들어온 USDT', en: 'USDT in' } },
  { name: 'usdtOut', head: { ko: '나간 USDT', en: 'USDT out' } },
  { name: 'krwIn', head: { ko: '받은 원화', en: 'KRW in' } },
  { name: 'krwOut', head: { ko: '보낸 원화', en: 'KRW out' } },
  {
    name: 'fee',
    head: { ko: '수수료 (USDT)', en: 'Fee (USDT)' },
    // Buyers pay none: the list shows a dash.
    text: ({ side, fee }) => (side === 'sell' ? fee : ''),
  },
  { name: 'eventId', head: { ko: '기록 아이디', en: 'Record ID' } },
  { name: 'kind', head: { ko: '종류', en: 'Kind' }, text: kindText },
  {
    name: 'reason',
    head: { ko: '정정 사유', en: 'Reason for reversal' },
    text: ({ reason }, language) => (reason === null ? '' : reversalTexts[reason][language]),
  },
];

export const exportTransactions =
  (db: Database, limits: Pick<RateLimits, 'ownFilesOf'>) =>
  (request: HandlerRequest<typeof ownTradeEndpoints.transactionsCsv>) => {
    const own = { memberId: request.caller.memberId, period: request.query };
    const read = async (limit: number) =>
      (await transactionsOf(db, { ...own, limit })).map(transactionRow).map(splitRow);
    return ownFile(limits, request, { named: 'transactions', columns, read });
  };

const splitRow = (row: TransactionRow) => ({
  ...row,
  usdtIn: gained(row.usdt),
  usdtOut: lost(row.usdt),
  krwIn: gained(row.krw),
  krwOut: lost(row.krw),
});

const gained = (gain: string) => (gain.startsWith('-') ? '' : gain);
const lost = (gain: string) => (gain.startsWith('-') ? gain.slice(1) : '');

interface Row extends Omit<TransactionRow, 'at' | 'orderId' | 'orderCode'> {
  readonly at: Date;
  readonly orderId: OrderId;
  readonly orderAmount: Usdt;
}

interface OwnQuery {
  readonly memberId: MemberId;
  readonly period: Period;
  readonly after?: string | undefined;
  readonly limit: number;
}

const isWithin = (period: Period, time: RawBuilder<unknown>) =>
  sql.join([sql`${time} is not null`, ...within(period, time)], sql` and `);

/**
 * The member's journal lines, both of a trade together, newest first. The journal has the amounts gained and given;
 * `fees` has order, price and fee.
 */
async function transactionsOf(db: Database, { memberId, period, after, limit }: OwnQuery): Promise<Row[]> {
  const before =
    after === undefined
      ? sql`true`
      : sql`line.position < (select position from read_journal.lines where event_id = ${after} limit 1)`;
  const { rows } = await sql<Row>`
    select line.kind, line.event_id as "eventId", line.trade_id as "tradeId", line.at, line.day,
      line.amount as usdt, won.amount as krw, f.price,
      case line.account when 'seller' then 'sell' else 'buy' end as side,
      case line.account when 'seller' then f.fee else 0::numeric(20, 4) end as fee,
      placed.order_id as "orderId", placed.amount as "orderAmount",
      case line.kind when 'reversal' then trade.reason end as reason
    from read_journal.lines line
      join read_journal.lines won
        on won.event_id = line.event_id and won.account = line.account and won.currency = 'KRW'
      join read_fees.fees f on f.event_id = line.event_id
      join read_trades.trades trade on trade.trade_id = line.trade_id
      join read_orders.orders placed
        on placed.order_id = case line.account when 'seller' then f.sell_order_id else f.buy_order_id end
    where line.member_id = ${memberId} and line.currency = 'USDT' and ${isWithin(period, sql`line.at`)} and ${before}
    order by line.position desc
    limit ${limit}`.execute(db);
  return rows;
}

type Totals = NonNullable<z.output<typeof ownTradeEndpoints.transactions.response>['totals']>;

/** From the trades' indexes: summing their lines takes many times as long. */
async function totalsOf(db: Database, memberId: MemberId, period: Period) {
  const ofSide = (isSale: boolean) => sql`
    select sign, t.amount * sign as amount, t.krw * sign as krw, ${isSale ? sql`t.fee * sign` : sql`0`} as fee,
      ${sql.lit(isSale)} as is_sale
    from read_trades.trades t, lateral (values (1, t.finished_at), (-1, t.reversed_at)) moved (sign, at)
    where t.${sql.ref(isSale ? 'seller_id' : 'buyer_id')} = ${memberId} and t.fee is not null
      and ${isWithin(period, sql`at`)}`;
  const { rows } = await sql<Totals>`
    select count(*) filter (where sign = 1)::int as trades, count(*) filter (where sign = -1)::int as reversals,
      coalesce(sum(amount) filter (where is_sale), 0)::numeric(20, 4) as sold,
      coalesce(sum(amount) filter (where not is_sale), 0)::numeric(20, 4) as bought,
      trim_scale(coalesce(sum(krw) filter (where is_sale), 0)) as "krwReceived",
      trim_scale(coalesce(sum(krw) filter (where not is_sale), 0)) as "krwPaid",
      coalesce(sum(fee), 0)::numeric(20, 4) as fee
    from (${ofSide(true)} union all ${ofSide(false)}) own`.execute(db);
  return rows[0] as Totals;
}

const transactionRow = ({ at, orderAmount, ...row }: Row): TransactionRow => ({
  ...row,
  at: at.toISOString(),
  orderCode: orderCode(row.side, orderAmount, row.orderId),
});
