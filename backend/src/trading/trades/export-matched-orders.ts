import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { orderCode } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import { membersNamed, shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { orderOf } from '../../platform/http/page-cursor.ts';
import { refuseReversedPeriod } from '../../platform/http/period.ts';
import { type Column, spreadsheetOf, timeColumn } from '../../platform/http/spreadsheet-columns.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { countReading, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { codeContaining } from '../orders/order-code-search.ts';
import { isMatch, tradeStatusOf, turnOf } from '../orders/order-matches.ts';
import { conditionsOf, matchTime, newestFirst } from '../own-trades/trade-history.ts';
import { tradeStatusText } from '../spreadsheet-columns.ts';

const exportedMax = 50_000;

/** `GET /sell/allmatched-orders.csv`: a row per match, newest first. */
export const exportMatchedOrders =
  (deps: PersonalReadings) =>
  async ({ query, caller, requestId, reply }: HandlerRequest<typeof tradeEndpoints.matchedOrdersCsv>) => {
    refuseReversedPeriod(query);
    await countReading(deps, 'personalExportsOf', { caller, requestId });
    const { search } = query;
    const wanted = conditionsOf(query);
    const rows = (await matchesFound(deps.db, search, wanted)).map(fileRow);
    await recordAudit(deps.db, {
      action: 'transactions-exported',
      actor: caller,
      subjectId: null,
      requestId,
      details: { rows: rows.length, searched: search !== '' || wanted.length > 0 },
    });
    reply.header('Content-Disposition', 'attachment; filename="transactions.csv"');
    return spreadsheetOf({ columns, rows, language: query.storedLanguage });
  };

const columns: readonly Column<ReturnType<typeof fileRow>>[] = [
  timeColumn('createdAt', { ko: '매칭 (KST)', en: 'Matched (KST)' }),
  timeColumn('finishedAt', { ko: '종료 (KST)', en: 'Ended (KST)' }),
  timeColumn('reversedAt', { ko: '정정 (KST)', en: 'Reversed (KST)' }),
  { name: 'status', head: { ko: '상태', en: 'Status' }, text: tradeStatusText },
  { name: 'sellOrderCode', head: { ko: '판매 주문 코드', en: 'Sell order code' } },
  { name: 'sellerNickname', head: { ko: '판매자', en: 'Seller' } },
  { name: 'buyOrderCode', head: { ko: '구매 주문 코드', en: 'Buy order code' } },
  { name: 'buyerNickname', head: { ko: '구매자', en: 'Buyer' } },
  { name: 'amount', head: { ko: '수량 (USDT)', en: 'Amount (USDT)' } },
  { name: 'price', head: { ko: '가격 (원)', en: 'Price (KRW)' } },
  { name: 'krw', head: { ko: '금액 (원)', en: 'KRW' } },
  { name: 'fee', head: { ko: '수수료 (USDT)', en: 'Fee (USDT)' } },
  { name: 'tradeId', head: { ko: '거래 아이디', en: 'Trade ID' } },
  { name: 'sellOrderId', head: { ko: '판매 주문 아이디', en: 'Sell order ID' } },
  { name: 'buyOrderId', head: { ko: '구매 주문 아이디', en: 'Buy order ID' } },
];

type Match = Awaited<ReturnType<typeof matchesFound>>[number];

function matchesFound(db: Database, search: string, wanted: ReturnType<typeof conditionsOf>) {
  let matches = db
    .selectFrom('read_trades.trades as t')
    .leftJoin('read_orders.orders as sold', 'sold.order_id', 't.sell_order_id')
    .leftJoin('read_orders.orders as bought', 'bought.order_id', 't.buy_order_id')
    .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
    .select(['t.trade_id as tradeId', 't.sell_order_id as sellOrderId', 't.buy_order_id as buyOrderId'])
    .select(['t.status', 't.case_id', turnOf('t').as('turn')])
    .select(['t.amount', 't.price', 't.krw', 't.fee', 't.finished_at', 't.reversed_at'])
    .select(matchTime.as('made_at'))
    .select(['sold.amount as sold_amount', 'bought.amount as bought_amount'])
    .select(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'])
    .where(isMatch)
    .orderBy(orderOf(newestFirst))
    .limit(exportedMax);
  for (const condition of wanted) matches = matches.where(condition);
  return (search === '' ? matches : matches.where(isFoundBy(search))).execute();
}

/** By part of the code of either order, or of the nickname of either party. */
function isFoundBy(text: string) {
  const members = membersNamed(text);
  return sql<SqlBool>`(t.seller_id in ${members} or t.buyer_id in ${members}
    or ${codeContaining('sell', text, sql`t.sell_order_id`)}
    or ${codeContaining('buy', text, sql`t.buy_order_id`)})`;
}

const fileRow = (match: Match) => ({
  ...match,
  createdAt: match.made_at.toISOString(),
  finishedAt: match.finished_at?.toISOString() ?? null,
  reversedAt: match.reversed_at?.toISOString() ?? null,
  ...tradeStatusOf(match),
  sellOrderCode: orderCode('sell', match.sold_amount ?? match.amount, match.sellOrderId),
  sellerNickname: shownNickname(match.seller_nickname),
  buyOrderCode: orderCode('buy', match.bought_amount ?? match.amount, match.buyOrderId),
  buyerNickname: shownNickname(match.buyer_nickname),
});
