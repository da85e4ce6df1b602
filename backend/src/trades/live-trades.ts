import type { deskEndpoints, LiveTrade } from '@matgyo/contracts/endpoints/desk';
import { type OrderId, orderCode, type Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { containing } from '../database/text-search.ts';
import type { HandlerRequest } from '../http/handler.ts';
import { cutPage, decodeCursor } from '../http/page-cursor.ts';
import { shownNickname } from '../orders/nicknames.ts';

const cursorKey = z.tuple([z.iso.datetime(), z.string()]);

/** `GET /admin/live-trades`: what is under way between two orders, with the revisions to act on. */
export const liveTradesCall =
  (db: Database) =>
  async ({ query }: HandlerRequest<typeof deskEndpoints.liveTrades>) => {
    const after = decodeCursor(cursorKey, query.cursor);
    const direction = query.sort === 'oldest' ? 'asc' : 'desc';
    let trades = db
      .selectFrom('read_trades.trades as t')
      .innerJoin('read_orders.orders as s', 's.order_id', 't.sell_order_id')
      .innerJoin('read_orders.orders as b', 'b.order_id', 't.buy_order_id')
      .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
      .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
      .select([
        ...([
          't.trade_id',
          't.status',
          't.amount',
          't.price',
          't.krw',
          't.fee_rate',
          't.proposed_at',
        ] as const),
        ...(['s.order_id as sell_id', 's.amount as sell_amount', 's.open as sell_open'] as const),
        ...(['s.status as sell_status', 's.revision as sell_revision'] as const),
        ...(['b.order_id as buy_id', 'b.amount as buy_amount', 'b.open as buy_open'] as const),
        ...(['b.status as buy_status', 'b.revision as buy_revision'] as const),
        ...(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'] as const),
      ])
      // Written out, so that the index of live trades serves it.
      .where(sql<boolean>`not t.finished`);
    if (query.search) trades = trades.where(isAbout(query.search));
    if (after !== undefined) {
      const [at, id] = after;
      const further = sql.raw(query.sort === 'oldest' ? '>' : '<');
      trades = trades.where(sql<boolean>`(t.proposed_at, t.trade_id) ${further} (${at}::timestamptz, ${id})`);
    }
    const rows = await trades
      .orderBy('t.proposed_at', direction)
      .orderBy('t.trade_id', direction)
      .limit(query.limit + 1)
      .execute();
    const { page, nextCursor } = cutPage(rows, query.limit, (row) => [
      row.proposed_at.toISOString(),
      row.trade_id,
    ]);
    const items = page.map(
      (row): LiveTrade => ({
        _id: row.trade_id,
        status: row.status,
        amount: row.amount,
        price: row.price,
        krw: row.krw,
        feeRate: row.fee_rate,
        createdAt: row.proposed_at.toISOString(),
        sell: pairOrder('sell', {
          id: row.sell_id,
          nickname: row.seller_nickname,
          amount: row.sell_amount,
          open: row.sell_open,
          status: row.sell_status,
          revision: row.sell_revision,
        }),
        buy: pairOrder('buy', {
          id: row.buy_id,
          nickname: row.buyer_nickname,
          amount: row.buy_amount,
          open: row.buy_open,
          status: row.buy_status,
          revision: row.buy_revision,
        }),
      }),
    );
    return { items, nextCursor };
  };

function isAbout(search: string) {
  const text = containing(search.toLowerCase());
  return sql<boolean>`(seller.nickname_key like ${text} or buyer.nickname_key like ${text}
    or exists (select from read_orders.codes c
      where c.order_id in (t.sell_order_id, t.buy_order_id) and c.code ilike ${text}))`;
}

interface PairRow {
  readonly id: OrderId;
  readonly nickname: string | null;
  readonly amount: Usdt;
  readonly open: Usdt;
  readonly status: OrderStatus;
  readonly revision: number;
}

const pairOrder = (side: Side, { id, nickname, amount, ...rest }: PairRow) => ({
  _id: id,
  orderCode: orderCode(side, amount, id),
  nickname: shownNickname(nickname),
  amount,
  ...rest,
});
