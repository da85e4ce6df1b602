import type { MemberTrade, staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import type { TradeState } from '@matgyo/ledger/trade/trade';
import { type RawBuilder, sql } from 'kysely';
import { knownMember } from '../../identity/members/member-query.ts';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, type TimeAndId, timeAndId } from '../../platform/http/page-cursor.ts';
import { adminViews } from '../orders/list-orders.ts';
import { shownNickname } from '../orders/nicknames.ts';
import { placed, placedAfter, placedKey } from '../orders/order-lists.ts';
import { selectOrders } from '../orders/order-rows.ts';

/** `GET /admin/members/:id/orders`: all orders of a member, newest first. */
export const listMemberOrders =
  (deps: PaymentMethodDependencies) =>
  async ({ caller, params, query }: HandlerRequest<typeof staffEndpoints.memberOrders>) => {
    const { db } = deps;
    const memberId = await knownMember(db, params.id);
    const after = decodeCursor(timeAndId, query.cursor);
    let orders = selectOrders(db).where('o.member_id', '=', memberId);
    if (query.side !== undefined) orders = orders.where('o.side', '=', query.side);
    if (after !== undefined) orders = orders.where(sql<boolean>`${placed} < ${placedAfter(...after)}`);
    const rows = await orders
      .orderBy('o.placed_at', 'desc')
      .orderBy('o.order_id', 'desc')
      .limit(query.limit + 1)
      .execute();
    const page = cutPage(rows, query.limit, placedKey);
    return { items: await adminViews(deps, caller.memberId, page), nextCursor: page.nextCursor };
  };

interface MemberTradeRow {
  readonly trade_id: TradeId;
  readonly side: Side;
  readonly status: TradeState;
  readonly order_id: OrderId;
  readonly counter_order_id: OrderId;
  readonly counter_id: MemberId;
  readonly counter_nickname: string | null;
  readonly amount: Usdt;
  readonly price: Price;
  readonly krw: Krw;
  readonly fee: Usdt | null;
  readonly proposed_at: Date;
  readonly finished_at: Date | null;
}

/** `GET /admin/members/:id/trades`: all matches of a member on either side, newest first. */
export const listMemberTrades =
  (db: Database) =>
  async ({ params, query }: HandlerRequest<typeof staffEndpoints.memberTrades>) => {
    const memberId = await knownMember(db, params.id);
    const after = decodeCursor(timeAndId, query.cursor);
    const most = query.limit + 1;
    // Each side by its own index, then merged.
    const ofSide = (side: Side) => sidePage({ side, memberId, after, most });
    const { rows } = await sql<MemberTradeRow>`
      select t.*, m.nickname as counter_nickname
      from (${ofSide('sell')} union all ${ofSide('buy')}) t left join app.members m on m.id = t.counter_id
      order by t.proposed_at desc, t.trade_id desc limit ${most}`.execute(db);
    const { page, nextCursor } = cutPage(rows, query.limit, (row) => [
      row.proposed_at.toISOString(),
      row.trade_id,
    ]);
    return { items: page.map(memberTrade), nextCursor };
  };

interface SidePage {
  readonly side: Side;
  readonly memberId: MemberId;
  readonly after: TimeAndId | undefined;
  readonly most: number;
}

function sidePage({ side, memberId, after, most }: SidePage): RawBuilder<unknown> {
  const [own, order, counterOrder, counter] = (
    side === 'sell'
      ? ['seller_id', 'sell_order_id', 'buy_order_id', 'buyer_id']
      : ['buyer_id', 'buy_order_id', 'sell_order_id', 'seller_id']
  ).map((name) => sql.raw(name));
  const further =
    after === undefined
      ? sql.raw('')
      : sql`and (proposed_at, trade_id) < (${after[0]}::timestamptz, ${after[1]})`;
  // Excludes matches rejected before they came about.
  return sql`(select trade_id, ${sql.lit(side)} as side, status, ${order} as order_id, ${counterOrder} as counter_order_id,
      ${counter} as counter_id, amount, price, krw, fee, proposed_at, finished_at
    from read_trades.trades where ${own} = ${memberId} and status not in ('rejecting', 'rejected') ${further}
    order by proposed_at desc, trade_id desc limit ${most})`;
}

const memberTrade = (row: MemberTradeRow): MemberTrade => ({
  _id: row.trade_id,
  side: row.side,
  status: row.status,
  orderId: row.order_id,
  counterOrderId: row.counter_order_id,
  counterpart: { _id: row.counter_id, nickname: shownNickname(row.counter_nickname) },
  amount: row.amount,
  price: row.price,
  krw: row.krw,
  fee: row.fee,
  createdAt: row.proposed_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
