import type { CaseParty } from '@matgyo/contracts/cases';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import type { Principal } from '@matgyo/ledger/principal';
import { partyAmong } from '@matgyo/ledger/trade/trade-policy';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

export const caseRows = (db: Database) =>
  db
    .selectFrom('read_trades.cases as c')
    .innerJoin('read_trades.trades as t', 't.trade_id', 'c.trade_id')
    .innerJoin('read_orders.orders as s', 's.order_id', 'c.sell_order_id')
    .innerJoin('read_orders.orders as b', 'b.order_id', 'c.buy_order_id')
    .leftJoin('app.members as seller', 'seller.id', 'c.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 'c.buyer_id')
    .leftJoin('app.members as admin', 'admin.id', 'c.admin_id')
    .selectAll('c')
    .select(['t.amount', 't.price', 't.krw', 't.status as trade_status'])
    .select(['s.amount as sell_amount', 'b.amount as buy_amount'])
    .select(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'])
    .select('admin.nickname as admin_nickname');

/** An open appeal waits for an admin like an open case. */
export const waitsForAdmin = sql<boolean>`(c.status = 'open' or c.appeal = 'open')`;

/** Null without an appeal, and in the table before version 15, which is read after an upgrade until it is rebuilt. */
export const appealedAt = sql<Date | null>`(to_jsonb(c) ->> 'appealed_at')::timestamptz`;

/** Since when a case, or the appeal against its ruling, has waited for an admin. */
export const waitsSince = sql<Date>`coalesce(${appealedAt}, c.opened_at)`;

export type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['execute']>>[number];

type Parties = Pick<CaseRow, 'seller_id' | 'buyer_id'>;

/** The party in a case, of a caller or of an event's actor; undefined without access. */
export const partyOfCase = ({ seller_id, buyer_id }: Parties, caller: Principal): CaseParty | undefined =>
  partyAmong({ sellerId: seller_id, buyerId: buyer_id }, caller);

/** True of the cases on a member's own matches: where `partyOfCase` is a side. */
export const isOwnCase = (memberId: MemberId) => sql<boolean>`${memberId} in (c.seller_id, c.buyer_id)`;

/** The trade of a case the caller may see. Throws CASE_NOT_FOUND. */
export async function tradeOfCase(db: Database, caseId: CaseId, caller: Caller): Promise<TradeId> {
  const row = await db
    .selectFrom('read_trades.cases')
    .select(['trade_id', 'seller_id', 'buyer_id'])
    .where('case_id', '=', caseId)
    .executeTakeFirst();
  if (row === undefined || partyOfCase(row, caller) === undefined) throw failure('CASE_NOT_FOUND');
  return row.trade_id;
}
