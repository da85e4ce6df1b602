import type { PublicTradeView } from '@matgyo/contracts/endpoints/order-views';
import { type NotNull, sql } from 'kysely';
import { maskedNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';

const tradesMax = 20;

export async function recentTrades(db: Database): Promise<PublicTradeView[]> {
  const rows = await db
    .selectFrom('read_trades.trades as t')
    .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
    .select(['t.trade_id as _id', 't.amount', 't.price', 't.krw', 't.finished_at'])
    .select(['seller.nickname as seller', 'buyer.nickname as buyer'])
    // Literal, to match the index of completed trades.
    .where(sql<boolean>`t.status = 'completed'`)
    .orderBy('t.finished_at', 'desc')
    .orderBy('t.trade_id', 'desc')
    .limit(tradesMax)
    .$narrowType<{ finished_at: NotNull }>()
    .execute();
  return rows.map(({ seller, buyer, finished_at, ...trade }) => ({
    ...trade,
    sellerNickname: maskedNickname(seller),
    buyerNickname: maskedNickname(buyer),
    completedAt: finished_at.toISOString(),
  }));
}
