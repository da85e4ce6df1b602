import type { MemberTrade, staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import { knownMember } from '../../identity/members/member-query.ts';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage } from '../../platform/http/page-cursor.ts';
import { adminViews } from '../orders/list-orders.ts';
import { newestOrders } from '../orders/order-lists.ts';
import { selectOrders } from '../orders/order-rows.ts';
import { type HistoryRow, historyOf, historyRow, newestFirst } from '../own-trades/trade-history.ts';

/** `GET /admin/members/:id/orders`: all orders of a member, newest first. */
export const listMemberOrders =
  (deps: PaymentMethodDependencies) =>
  async ({ caller, params, query }: HandlerRequest<typeof staffEndpoints.memberOrders>) => {
    const { db } = deps;
    const memberId = await knownMember(db, params.id);
    const page = await newestOrders(selectOrders(db).where('o.member_id', '=', memberId), query);
    return { items: await adminViews(deps, caller.memberId, page), nextCursor: page.nextCursor };
  };

/** `GET /admin/members/:id/trades`: all matches of a member on either side, newest first. */
export const listMemberTrades =
  (db: Database) =>
  async ({ params, query: { limit, cursor } }: HandlerRequest<typeof staffEndpoints.memberTrades>) => {
    const memberId = await knownMember(db, params.id);
    const rows = await historyOf(db, { memberId, seenBy: 'admin', filter: {}, cursor, limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, newestFirst.keyOf);
    return { items: page.map(memberTrade), nextCursor };
  };

/** The response's schema drops what only the member's own list has. */
const memberTrade = (row: HistoryRow): MemberTrade => ({
  ...historyRow(row),
  _id: row.trade_id,
  counterOrderId: row.counter_order_id,
  counterpart: { _id: row.partner_id, nickname: shownNickname(row.partner_nickname) },
});
