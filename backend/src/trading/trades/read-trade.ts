import type { TradeView } from '@matgyo/contracts/endpoints/order-views';
import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { partyAmong, seesFee } from '@matgyo/ledger/trade/trade-policy';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { tradeStatusOf } from '../orders/order-matches.ts';

/** `GET /trades/:id`: for its two parties and admins; 404 for all others. */
export const readTrade =
  (db: Database) =>
  async ({ caller, params }: HandlerRequest<typeof tradeEndpoints.trade>): Promise<TradeView> => {
    const row = await db
      .selectFrom('read_trades.trades as t')
      .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
      .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
      .selectAll('t')
      .select(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'])
      .where('t.trade_id', '=', params.id)
      .executeTakeFirstOrThrow(() => failure('TRADE_NOT_FOUND'));
    const parties = { sellerId: row.seller_id, buyerId: row.buyer_id };
    if (partyAmong(parties, caller) === undefined) throw failure('TRADE_NOT_FOUND');
    return {
      _id: row.trade_id,
      ...tradeStatusOf(row),
      sellOrderId: row.sell_order_id,
      buyOrderId: row.buy_order_id,
      sellerNickname: shownNickname(row.seller_nickname),
      buyerNickname: shownNickname(row.buyer_nickname),
      amount: row.amount,
      price: row.price,
      krw: row.krw,
      feeRate: row.fee_rate,
      fee: seesFee(parties, caller) ? row.fee : null,
      createdAt: row.proposed_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    };
  };
