import type { LiveTrade, staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, rowsByTime, timeAndId } from '../../platform/http/page-cursor.ts';
import { namedOrder } from '../orders/named-order.ts';
import { codeContaining } from '../orders/order-code-search.ts';
import { consentShown } from './payment-progress.ts';

/** `GET /admin/live-trades`: live matches with the revisions needed to act on them. */
export const listLiveTrades =
  (db: Database) =>
  async ({ query }: HandlerRequest<typeof staffEndpoints.liveTrades>) => {
    const { limit, search, sort } = query;
    const rows = search
      ? await Promise.all(searchConditions(search).map((condition) => liveTrades(db, query, condition))).then(
          (lists) => merged(lists.flat(), sort),
        )
      : await liveTrades(db, query);
    const { page, nextCursor } = cutPage(rows.slice(0, limit + 1), limit, (row) => [
      row.proposed_at.toISOString(),
      row.trade_id,
    ]);
    return { items: page.map(liveTrade), nextCursor };
  };

type Query = HandlerRequest<typeof staffEndpoints.liveTrades>['query'];
type LiveRow = Awaited<ReturnType<typeof liveTrades>>[number];

/** One row more than a page, in order. */
function liveTrades(db: Database, { limit, cursor, sort }: Query, searched?: RawBuilder<boolean>) {
  let trades = db
    .selectFrom('read_trades.trades as t')
    .innerJoin('read_orders.orders as s', 's.order_id', 't.sell_order_id')
    .innerJoin('read_orders.orders as b', 'b.order_id', 't.buy_order_id')
    .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
    .select([
      ...(['t.trade_id', 't.status', 't.amount', 't.price', 't.krw', 't.fee_rate', 't.proposed_at'] as const),
      't.consent',
      ...(['s.order_id as sell_id', 's.amount as sell_amount', 's.open as sell_open'] as const),
      ...(['s.status as sell_status', 's.revision as sell_revision'] as const),
      ...(['b.order_id as buy_id', 'b.amount as buy_amount', 'b.open as buy_open'] as const),
      ...(['b.status as buy_status', 'b.revision as buy_revision'] as const),
      ...(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'] as const),
    ])
    // Literal, to match the index of live trades.
    .where(sql<boolean>`not t.finished`);
  if (searched !== undefined) trades = trades.where(searched);
  return rowsByTime(
    trades,
    { limit, after: decodeCursor(timeAndId, cursor) },
    { columns: ['t.proposed_at', 't.trade_id'], order: sort === 'oldest' ? 'asc' : 'desc' },
  );
}

/** Separate conditions with an index each; a match satisfies any of them. */
function searchConditions(search: string): readonly RawBuilder<boolean>[] {
  const codes = [
    codeContaining('sell', search, sql`t.sell_order_id`),
    codeContaining('buy', search, sql`t.buy_order_id`),
  ];
  const people = sql`(select id from app.members where nickname_key like ${containing(search.toLowerCase())})`;
  return [
    ...codes.filter((condition) => condition !== undefined),
    sql<boolean>`t.seller_id in ${people}`,
    sql<boolean>`t.buyer_id in ${people}`,
  ];
}

/** Removes duplicates and sorts. */
function merged(rows: readonly LiveRow[], sort: Query['sort']): readonly LiveRow[] {
  const sign = sort === 'oldest' ? 1 : -1;
  const once = new Map(rows.map((row) => [row.trade_id, row]));
  return [...once.values()].sort(
    (a, b) =>
      sign * (a.proposed_at.getTime() - b.proposed_at.getTime() || (a.trade_id < b.trade_id ? -1 : 1)),
  );
}

const liveTrade = (row: LiveRow): LiveTrade => ({
  _id: row.trade_id,
  status: row.status,
  amount: row.amount,
  price: row.price,
  krw: row.krw,
  feeRate: row.fee_rate,
  createdAt: row.proposed_at.toISOString(),
  consent: consentShown(row),
  sell: {
    ...namedOrder('sell', row.sell_id, row.sell_amount, row.seller_nickname),
    amount: row.sell_amount,
    open: row.sell_open,
    status: row.sell_status,
    revision: row.sell_revision,
  },
  buy: {
    ...namedOrder('buy', row.buy_id, row.buy_amount, row.buyer_nickname),
    amount: row.buy_amount,
    open: row.buy_open,
    status: row.buy_status,
    revision: row.buy_revision,
  },
});
