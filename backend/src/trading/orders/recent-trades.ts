import type { PublicTradeView } from '@matgyo/contracts/endpoints/order-views';
import { type NotNull, sql } from 'kysely';
import { maskedNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';

const tradesMax = 20;

/** The latest completed trades for the public, newest first. */
export async function recentTrades(db: Database): Promise<PublicTradeView[]> {
  const rows = await db
    .selectFrom('read_trades.trades as t')
    .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
    .select([
      't.trade_id',
      't.amount',
      't.price',
      't.krw',
      't.finished_at',
      'seller.nickname as seller_nickname',
      'buyer.nickname as buyer_nickname',
    ])
    // Literal, to match the index of completed trades.
    .where(sql<boolean>`t.status = 'completed'`)
    .orderBy('t.finished_at', 'desc')
    .orderBy('t.trade_id', 'desc')
    .limit(tradesMax)
    .$narrowType<{ finished_at: NotNull }>()
    .execute();
  return rows.map((row) => ({
    _id: row.trade_id,
    amount: row.amount,
    price: row.price,
    krw: row.krw,
    sellerNickname: maskedNickname(row.seller_nickname),
    buyerNickname: maskedNickname(row.buyer_nickname),
    completedAt: row.finished_at.toISOString(),
  }));
}
