import type { ownTradeEndpoints, TradeHistoryRow } from '@matgyo/contracts/endpoints/own-trades';
import { type MemberId, orderCode, type Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { type RawBuilder, sql } from 'kysely';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { beyond, cutPage, orderOf } from '../../platform/http/page-cursor.ts';
import { type Period, refuseReversedPeriod } from '../../platform/http/period.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { type Column, timeColumn } from '../../platform/http/spreadsheet-columns.ts';
import { isMatch, tradeStatusOf, turnOf } from '../orders/order-matches.ts';
import { sideText, tradeStatusText } from '../spreadsheet-columns.ts';
import { ownFile } from './own-file.ts';

type CsvRequest = HandlerRequest<(typeof ownTradeEndpoints)['tradeHistoryCsv']>;
type Filter = CsvRequest['query'];

export const listTradeHistory =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof ownTradeEndpoints.tradeHistory>) => {
    const { limit, cursor, ...filter } = query;
    refuseReversedPeriod(filter);
    const own = { memberId: caller.memberId, seenBy: 'member' } as const;
    const rows = await historyOf(db, { ...own, filter, cursor, limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, newestFirst.keyOf);
    return { items: page.map(historyRow), nextCursor };
  };

const columns: readonly Column<TradeHistoryRow>[] = [
  timeColumn('createdAt', { ko: '매칭 (KST)', en: 'Matched (KST)' }),
  timeColumn('finishedAt', { ko: '종료 (KST)', en: 'Ended (KST)' }),
  { name: 'status', head: { ko: '상태', en: 'Status' }, text: tradeStatusText },
  { name: 'side', head: { ko: '구분', en: 'Side' }, text: sideText },
  { name: 'orderCode', head: { ko: '주문 코드', en: 'Order code' } },
  { name: 'orderId', head: { ko: '주문 아이디', en: 'Order ID' } },
  { name: 'tradeId', head: { ko: '거래 아이디', en: 'Trade ID' } },
  { name: 'partnerNickname', head: { ko: '상대', en: 'Counterpart' } },
  { name: 'amount', head: { ko: '수량 (USDT)', en: 'Amount (USDT)' } },
  { name: 'price', head: { ko: '가격 (원)', en: 'Price (KRW)' } },
  { name: 'krw', head: { ko: '금액 (원)', en: 'KRW' } },
  { name: 'fee', head: { ko: '수수료 (USDT)', en: 'Fee (USDT)' } },
];

export const exportTradeHistory =
  (db: Database, limits: Pick<RateLimits, 'ownFilesOf'>) => (request: CsvRequest) => {
    const own = { memberId: request.caller.memberId, seenBy: 'member', filter: request.query } as const;
    const read = async (limit: number) => (await historyOf(db, { ...own, limit })).map(historyRow);
    return ownFile(limits, request, { named: 'trades', columns, read });
  };

interface HistoryQuery {
  readonly memberId: MemberId;
  readonly seenBy: 'member' | 'admin';
  readonly filter: Filter;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A member's matches as seller and as buyer, newest first, each side by its own index. */
export async function historyOf(db: Database, { limit, ...filters }: HistoryQuery) {
  const newest = (side: Side) => oneSide(db, side, filters).orderBy(orderOf(newestFirst)).limit(limit);
  const both = db
    .selectFrom(newest('sell').as('sells'))
    .selectAll()
    .unionAll(db.selectFrom(newest('buy').as('buys')).selectAll());
  return db
    .selectFrom(both.as('mine'))
    .leftJoin('app.members as partner', 'partner.id', 'mine.partner_id')
    .leftJoin('read_orders.orders as o', 'o.order_id', 'mine.order_id')
    .selectAll('mine')
    .select(['partner.nickname as partner_nickname', 'o.amount as order_amount'])
    .orderBy('mine.made_at', 'desc')
    .orderBy('mine.trade_id', 'desc')
    .limit(limit)
    .execute();
}

export type HistoryRow = Awaited<ReturnType<typeof historyOf>>[number];

/** When it was matched, with the last consent if it needed any; of an offer, when it was proposed. Has an index. */
export const matchTime = sql<Date>`coalesce(t.matched_at, t.proposed_at)`;

export const newestFirst = {
  columns: [matchTime, 't.trade_id'],
  keyOf: (row: { readonly made_at: Date; readonly trade_id: string }) => [row.made_at, row.trade_id],
} as const;

function oneSide(
  db: Database,
  side: Side,
  { memberId, seenBy, filter, cursor }: Omit<HistoryQuery, 'limit'>,
) {
  const mine = side === 'sell' ? 't.seller_id' : 't.buyer_id';
  const theirs = side === 'sell' ? 't.buyer_id' : 't.seller_id';
  const order = side === 'sell' ? 't.sell_order_id' : 't.buy_order_id';
  const counterOrder = side === 'sell' ? 't.buy_order_id' : 't.sell_order_id';
  let rows = db
    .selectFrom('read_trades.trades as t')
    .select([
      't.trade_id',
      't.amount',
      't.price',
      't.krw',
      't.status',
      't.case_id',
      turnOf('t').as('turn'),
      matchTime.as('made_at'),
      't.finished_at',
      sql<Side>`${side}`.as('side'),
      `${order} as order_id`,
      `${counterOrder} as counter_order_id`,
      `${theirs} as partner_id`,
      // The fee is the seller's cost, which the buyer must not see.
      sql<Usdt | null>`${side === 'sell' || seenBy === 'admin' ? sql`t.fee` : sql`null::numeric`}`.as('fee'),
    ])
    .where(mine, '=', memberId)
    // Admins see what is offered too.
    .where(seenBy === 'member' ? sql<boolean>`t.matched_at is not null` : isMatch);
  for (const condition of conditionsOf(filter)) rows = rows.where(condition);
  return rows.where(beyond(newestFirst, cursor));
}

/** Conditions on `read_trades.trades t`; none of an empty filter. */
export const conditionsOf = ({ status, ...period }: Omit<Filter, 'storedLanguage'>) => [
  ...within(period, matchTime),
  ...(status === undefined
    ? []
    : [status === 'live' ? sql<boolean>`not t.finished` : sql<boolean>`t.status = ${status}`]),
];

export const within = ({ from, to }: Period, time: RawBuilder<unknown>) => [
  ...(from === undefined ? [] : [sql<boolean>`${time} >= ${startOf(from)}`]),
  ...(to === undefined ? [] : [sql<boolean>`${time} < ${`${to}T24:00+09:00`}::timestamptz`]),
];

export const startOf = (day: string) => sql`${`${day}T00:00+09:00`}::timestamptz`;

export const historyRow = (row: HistoryRow): TradeHistoryRow => ({
  tradeId: row.trade_id,
  side: row.side,
  orderId: row.order_id,
  orderCode: orderCode(row.side, row.order_amount ?? row.amount, row.order_id),
  partnerNickname: shownNickname(row.partner_nickname),
  amount: row.amount,
  price: row.price,
  krw: row.krw,
  fee: row.fee,
  ...tradeStatusOf(row),
  createdAt: row.made_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
