import type { ownTradeEndpoints, TradeHistoryRow } from '@matgyo/contracts/endpoints/own-trades';
import { type MemberId, orderCode, type Side } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, type TimeAndId, timeAndId } from '../../platform/http/page-cursor.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { shownNickname } from '../orders/nicknames.ts';
import { fileOf, fileRowsMax, type Period, refuseReversedPeriod } from './own-file.ts';

type HistoryRequest = HandlerRequest<(typeof ownTradeEndpoints)['tradeHistory']>;
type CsvRequest = HandlerRequest<(typeof ownTradeEndpoints)['tradeHistoryCsv']>;
type Filter = CsvRequest['query'];

export const listTradeHistory =
  (db: Database) =>
  async ({ caller, query }: HistoryRequest) => {
    const { limit, cursor, ...filter } = query;
    refuseReversedPeriod(filter);
    const after = decodeCursor(timeAndId, cursor);
    const rows = await historyOf(db, { memberId: caller.memberId, filter, after, limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => [row.proposed_at.toISOString(), row.trade_id]);
    return { items: page.map(historyRow), nextCursor };
  };

const columns = [
  'createdAt',
  'finishedAt',
  'status',
  'side',
  'orderCode',
  'orderId',
  'tradeId',
  'partnerNickname',
  'amount',
  'price',
  'krw',
  'fee',
] as const satisfies readonly (keyof TradeHistoryRow)[];

export const exportTradeHistory =
  (db: Database, { ownFilesOf }: Pick<RateLimits, 'ownFilesOf'>) =>
  async ({ caller, query, reply }: CsvRequest) => {
    refuseReversedPeriod(query);
    await ownFilesOf.take(caller.memberId);
    const filters = { memberId: caller.memberId, filter: query, limit: fileRowsMax + 1 };
    const rows = (await historyOf(db, filters)).map(historyRow);
    return fileOf(rows, columns, { named: 'trades', period: query, reply });
  };

interface OwnQuery {
  readonly memberId: MemberId;
  readonly filter: Filter;
  readonly after?: TimeAndId | undefined;
  readonly limit: number;
}

/** A member's matches as seller and as buyer, newest first, each side by its own index. */
async function historyOf(db: Database, { limit, ...filters }: OwnQuery) {
  const newest = (side: Side) =>
    oneSide(db, side, filters).orderBy('t.proposed_at', 'desc').orderBy('t.trade_id', 'desc').limit(limit);
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
    .orderBy('mine.proposed_at', 'desc')
    .orderBy('mine.trade_id', 'desc')
    .limit(limit)
    .execute();
}

type HistoryRow = Awaited<ReturnType<typeof historyOf>>[number];

function oneSide(db: Database, side: Side, { memberId, filter, after }: Omit<OwnQuery, 'limit'>) {
  const mine = side === 'sell' ? 't.seller_id' : 't.buyer_id';
  const theirs = side === 'sell' ? 't.buyer_id' : 't.seller_id';
  const order = side === 'sell' ? 't.sell_order_id' : 't.buy_order_id';
  let rows = db
    .selectFrom('read_trades.trades as t')
    .select([
      't.trade_id',
      't.amount',
      't.price',
      't.krw',
      't.status',
      't.proposed_at',
      't.finished_at',
      sql<Side>`${side}`.as('side'),
      `${order} as order_id`,
      `${theirs} as partner_id`,
      // The fee is the seller's cost, which the buyer must not see.
      (side === 'sell' ? sql<string | null>`t.fee` : sql<string | null>`null::numeric`).as('fee'),
    ])
    .where(mine, '=', memberId)
    // Excludes attempts that were never matched.
    .where('t.matched_at', 'is not', null);
  for (const condition of conditionsOf(filter)) rows = rows.where(condition);
  if (after !== undefined)
    rows = rows.where(
      sql<boolean>`(t.proposed_at, t.trade_id) < (${after[0]}::timestamptz, ${after[1]} collate "C")`,
    );
  return rows;
}

function conditionsOf({ from, to, status }: Period & Filter) {
  const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Seoul')`;
  const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Asia/Seoul')`;
  return [
    ...(from === undefined ? [] : [sql<boolean>`t.proposed_at >= ${startOf(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`t.proposed_at < ${endOf(to)}`]),
    ...(status === undefined
      ? []
      : [status === 'live' ? sql<boolean>`not t.finished` : sql<boolean>`t.status = ${status}`]),
  ];
}

const historyRow = (row: HistoryRow): TradeHistoryRow => ({
  tradeId: row.trade_id,
  side: row.side,
  orderId: row.order_id,
  orderCode: orderCode(row.side, row.order_amount ?? row.amount, row.order_id),
  partnerNickname: shownNickname(row.partner_nickname),
  amount: row.amount,
  price: row.price,
  krw: row.krw,
  fee: row.fee as TradeHistoryRow['fee'],
  status: row.status,
  createdAt: row.proposed_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
