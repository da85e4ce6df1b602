import type { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { TradeId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import { maskedNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { beyond, cutPage, orderOf } from '../../platform/http/page-cursor.ts';

interface PartnerRow {
  readonly nickname: string | null;
  readonly trades: number;
  readonly sold: string;
  readonly bought: string;
  readonly krw: string;
  readonly lastTradeAt: Date;
  /** Identifies the partner without revealing an id. */
  readonly lastTradeId: TradeId;
}

const latestFirst = {
  columns: ['last_at', 'last_trade_id'],
  keyOf: (row: PartnerRow) => [row.lastTradeAt, row.lastTradeId],
} as const;

/** The caller's trade partners by completed trades, computed at each request. */
export const listTradePartners =
  (db: Database) =>
  async ({
    caller: { memberId },
    query: { limit, cursor },
  }: HandlerRequest<typeof ownTradeEndpoints.tradePartners>) => {
    const { rows } = await sql<PartnerRow>`
      with mine as (
        select buyer_id as partner_id, amount as sold, 0 as bought, krw, finished_at, trade_id
        from read_trades.trades where seller_id = ${memberId} and fee is not null and reversed_at is null
        union all
        select seller_id, 0, amount, krw, finished_at, trade_id
        from read_trades.trades where buyer_id = ${memberId} and fee is not null and reversed_at is null
      ), partners as (
        select partner_id, count(*)::int as trades, sum(sold)::numeric(20, 4) as sold,
          sum(bought)::numeric(20, 4) as bought, trim_scale(sum(krw)) as krw, max(finished_at) as last_at,
          (array_agg(trade_id order by finished_at desc, trade_id desc))[1] as last_trade_id
        from mine group by partner_id
      )
      select member.nickname, trades, sold, bought, krw, last_at as "lastTradeAt", last_trade_id as "lastTradeId"
      from partners left join app.members member on member.id = partner_id
      where ${beyond(latestFirst, cursor)}
      order by ${orderOf(latestFirst)}
      limit ${limit + 1}`.execute(db);
    const { page, nextCursor } = cutPage(rows, limit, latestFirst.keyOf);
    const items = page.map((row) => ({
      ...row,
      nickname: maskedNickname(row.nickname),
      lastTradeAt: row.lastTradeAt.toISOString(),
    }));
    return { items, nextCursor };
  };
