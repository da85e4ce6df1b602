import type { MatchedOrderRecord, tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { orderCode, type Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { settledParts } from '@matgyo/ledger/order/reversed-parts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { membersNamed, shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import {
  beyondKey,
  decodeCursor,
  encodeCursor,
  merged,
  orderOf,
  timeAndId,
} from '../../platform/http/page-cursor.ts';
import { refuseReversedPeriod } from '../../platform/http/period.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { codeContaining } from '../orders/order-code-search.ts';
import { endOf, isMatch, loadMatches, type MatchRow, tradeStatusOf } from '../orders/order-matches.ts';
import { conditionsOf, startOf, within } from '../own-trades/trade-history.ts';

type Request = HandlerRequest<typeof tradeEndpoints.matchedOrders>;

/** Per order in a list; a single order's record has all. */
const matchesInList = 100;
const everyMatch = 1_000;

/** Where each side continues; null: that side has ended. */
const sideKey = timeAndId.nullable();
const cursorSchema = z.object({ sell: sideKey, buy: sideKey });
type SideKey = z.output<typeof sideKey>;

/**
 * `GET /sell/allmatched-orders`: a record for each order that was ever matched, by side, newest first. A cursor
 * continues both sides; a side that has ended stays empty.
 */
export const listMatchedOrders = (deps: PersonalReadings) => async (request: Request) => {
  const { db } = deps;
  const { query } = request;
  refuseReversedPeriod(query);
  const after = decodeCursor(cursorSchema, query.cursor);
  const pageOf = (side: Side) =>
    after?.[side] === null ? ended : loadSide(db, side, query, after?.[side] ?? undefined);
  const [sell, buy] = [await pageOf('sell'), await pageOf('buy')];
  const perOrderMax = query.id === undefined ? matchesInList : everyMatch;
  const matches = await loadMatches(db, [...sell.rows, ...buy.rows], perOrderMax);
  // Their phones are shown.
  const people = [...sell.rows, ...buy.rows].flatMap(({ member_id, order_id }) => {
    const latest = latestOf(matches.get(order_id) ?? []);
    return latest === undefined ? [member_id] : [latest.seller_id, latest.buyer_id];
  });
  await countShown(deps, 'membersShownTo', request, people);
  const record = (row: RecordRow) => recordOf(row, matches.get(row.order_id) ?? []);
  const next = { sell: sell.next, buy: buy.next };
  return {
    sell: sell.rows.map(record),
    buy: buy.rows.map(record),
    nextCursor: next.sell === null && next.buy === null ? null : encodeCursor(next),
  };
};

const ended: { readonly rows: readonly RecordRow[]; readonly next: unknown } = { rows: [], next: null };

type Filter = Omit<Request['query'], 'cursor'>;
type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number];

const ordersOf = (db: Database, side: Side) =>
  db.selectFrom('read_trades.matched_orders as r').selectAll().where('r.side', '=', side);

/** Only the rows of a page are joined with the other tables. */
const selectRecords = (db: Database, page: ReturnType<typeof ordersOf>) =>
  db
    .selectFrom(page.as('r'))
    .innerJoin('read_orders.orders as o', 'o.order_id', 'r.order_id')
    .leftJoin('app.members as owner', 'owner.id', 'r.member_id')
    .select([
      'r.order_id',
      'r.side',
      'r.member_id',
      'r.first_matched_at',
      'o.amount',
      sql<Usdt>`o.settled + o.reserved`.as('matched'),
      'o.settled',
      'o.status',
      'o.placed_at',
      'o.closed_at',
      'owner.nickname as owner_nickname',
      'owner.phone as owner_phone',
    ]);

const firstMatch = sql`r.first_matched_at`;
const byFirstMatch = {
  columns: [firstMatch, 'r.order_id'],
  keyOf: (row: RecordRow) => [row.first_matched_at, row.order_id],
} as const;

/**
 * Names and codes are searched separately by their own indexes; a combined condition would read every row. Orders that
 * were first matched before the period come last, and are found by their matches in it.
 */
async function loadSide(db: Database, side: Side, filter: Filter, after: SideKey | undefined) {
  const { limit, search, id, from, status } = filter;
  const wanted = conditionsOf(filter);
  const searches = search === '' ? [sql<boolean>`true`] : foundBy(side, search, wanted);
  const rowsOf = async (...conditions: readonly RawBuilder<boolean>[]) => {
    const lists = searches.map((found) => {
      let query = ordersOf(db, side)
        .where(found)
        .where(beyondKey(byFirstMatch, after ?? undefined));
      if (id !== undefined) query = query.where('r.order_id', '=', id as RecordRow['order_id']);
      for (const condition of conditions) query = query.where(condition);
      return selectRecords(db, query.orderBy(orderOf(byFirstMatch)).limit(limit + 1)).execute();
    });
    return merged((await Promise.all(lists)).flat(), byFirstMatch);
  };
  const isMatched = status === undefined ? [] : [sql<boolean>`r.order_id in ${matchedOrders(side, wanted)}`];
  const rows = [...(await rowsOf(...within(filter, firstMatch), ...isMatched))];
  if (from !== undefined && rows.length <= limit) {
    const earlier = sql<boolean>`${firstMatch} < ${startOf(from)}`;
    // What a search finds is looked up by order: reading all matches of a long period takes many times as long.
    const ofOrder = search === '' ? [] : [sql<boolean>`${sql.ref(`t.${side}_order_id`)} = r.order_id`];
    rows.push(
      ...(await rowsOf(earlier, sql`r.order_id = any(array${matchedOrders(side, [...ofOrder, ...wanted])})`)),
    );
  }
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : byFirstMatch.keyOf(last);
  return { rows: page, next };
}

/** By part of its code, or of the nickname of its owner or of someone it was matched with, in a match that is wanted. */
function foundBy(side: Side, text: string, wanted: readonly RawBuilder<boolean>[]): RawBuilder<boolean>[] {
  const members = membersNamed(text);
  const counterpart = side === 'sell' ? sql`t.buyer_id` : sql`t.seller_id`;
  return [
    codeContaining(side, text, sql`r.order_id`),
    sql<boolean>`r.member_id in ${members}`,
    sql<boolean>`r.order_id in ${matchedOrders(side, [sql`${counterpart} in ${members}`, ...wanted])}`,
  ];
}

/** The orders with a match that their records show and that meets all of these. */
const matchedOrders = (side: Side, conditions: readonly RawBuilder<boolean>[]) => sql`(
  select ${sql.ref(`t.${side}_order_id`)} from read_trades.trades t
  where ${sql.join([isMatch, ...conditions], sql` and `)})`;

/** The latest match in force. `matches` oldest first. */
const latestOf = (matches: readonly MatchRow[]): MatchRow | undefined =>
  matches.findLast(({ status }) => status !== 'cancelled') ?? matches.at(-1);

/** `matches` oldest first. The counterpart is that of the latest match in force. */
function recordOf(row: RecordRow, matches: readonly MatchRow[]): MatchedOrderRecord {
  const latest = latestOf(matches);
  const own = {
    nickname: shownNickname(row.owner_nickname),
    phone: row.owner_phone ?? '',
    amount: row.amount,
  };
  const other = {
    nickname: shownNickname(latest?.counter_nickname ?? null),
    phone: latest?.counter_phone ?? '',
    amount: latest?.counter_amount ?? row.amount,
  };
  const [seller, buyer] = row.side === 'sell' ? [own, other] : [other, own];
  return {
    _id: row.order_id,
    postingNumber: orderCode(row.side, row.amount, row.order_id),
    buyer: buyer.nickname,
    seller: seller.nickname,
    amount: row.amount,
    amountMatched: row.matched,
    completed: settledParts(row.settled, matches[0]?.order_reversed).completed,
    firstMatchedAt: row.first_matched_at.toISOString(),
    status: row.status,
    details: {
      buyerNickname: buyer.nickname,
      buyerPhone: buyer.phone,
      buyRequestAmount: buyer.amount,
      sellerNickname: seller.nickname,
      sellerPhone: seller.phone,
      sellRequestAmount: seller.amount,
      progressRecords: matches.map((match) => progressRecord(row.side, match)),
      registrationDate: row.placed_at.toISOString(),
      completionDate: isCompleted(row.status) ? (row.closed_at?.toISOString() ?? null) : null,
    },
  };
}

/** Not an order that was cancelled after a part of it was completed: its matches have their own times. */
const isCompleted = (status: RecordRow['status']): boolean =>
  status === 'Sale Completed' || status === 'Buy Completed';

/** A match in an order's record, with the other side's order. */
const progressRecord = (
  side: Side,
  match: MatchRow,
): MatchedOrderRecord['details']['progressRecords'][number] => ({
  tradeId: match.trade_id,
  type: side === 'sell' ? 'Buy' : 'Sell',
  amount: match.amount,
  price: match.price,
  krw: match.krw,
  nickname: shownNickname(match.counter_nickname),
  orderId: match.counter_order_id,
  fee: match.fee,
  ...tradeStatusOf(match),
  caseId: match.newest_case_id,
  createdAt: (match.matched_at ?? match.proposed_at).toISOString(),
  completedAt: match.fee === null ? null : (match.finished_at?.toISOString() ?? null),
  endedAt: endOf(match),
});
