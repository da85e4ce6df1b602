import type { ChatSessionView, chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import { supportRoomOf } from '@matgyo/contracts/endpoints/chat-views';
import { ledgerIdPattern, type MemberId, orderCode, type Side, sides } from '@matgyo/contracts/ids';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { shownNickname } from '../../identity/members/nicknames.ts';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { beyond, beyondKey, cutPage, decodeCursor, orderOf } from '../../platform/http/page-cursor.ts';
import { partsOfCodes } from '../../trading/orders/order-code-search.ts';
import { tradeStatusOf, turnOf } from '../../trading/orders/order-matches.ts';
import { isRoomOf } from './chat-policy.ts';
import { liveThenNewest, searchedRoomsMax } from './chat-room.ts';
import { roomFields } from './message-view.ts';

type SessionsRequest = HandlerRequest<typeof chatEndpoints.liveSessions>;
type Query = SessionsRequest['query'];

const byLastMessage = {
  columns: ['room.last_at', 'room.id'],
  keyOf: (row: Pick<SessionRow, 'id' | 'last_at'>) => [row.last_at, row.id],
} as const;
const cursorKey = z.tuple([z.boolean(), z.iso.datetime(), z.string().max(60)]);

const isUnread = sql<boolean>`(room.last_seq > coalesce(mark.seq, 0))`;
/** Open or ended chats: unread ones among the newest first, then by newest message. */
export const listSessions =
  (db: Database, which: 'live' | 'ended') =>
  async ({ caller, query }: Pick<SessionsRequest, 'caller' | 'query'>) => {
    const after = decodeCursor(cursorKey, query.cursor);
    const conditions = conditionsOf(query);
    if (query.search !== '') conditions.push(await foundBy(db, query));
    const list = { db, readerId: caller.memberId, which, conditions, after };
    const limit = query.limit + 1;
    const unread = after?.[0] === false ? [] : await pageOf({ ...list, part: 'unread', limit });
    // A message between the two reads may have moved one of them.
    const except = unread.map(({ id }) => id);
    const others = await pageOf({ ...list, part: 'others', limit: limit - unread.length, except });
    const { page, nextCursor } = cutPage([...unread, ...others], query.limit, (row) => [
      except.includes(row.id),
      ...byLastMessage.keyOf(row),
    ]);
    return { items: page.map((row) => sessionView(row, query.orderType)), nextCursor };
  };

interface Part {
  readonly db: Database;
  readonly readerId: MemberId;
  readonly which: 'live' | 'ended';
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly after: z.output<typeof cursorKey> | undefined;
  readonly part: 'unread' | 'others';
  readonly limit: number;
  readonly except?: readonly string[];
}

async function pageOf({ db, readerId, which, conditions, after, part, limit, except = [] }: Part) {
  if (limit <= 0) return [];
  // Must equal the partial indexes' predicates.
  const isListed =
    which === 'live' ? sql<SqlBool>`listed and closed_at is null` : sql<SqlBool>`closed_at is not null`;
  const listed = db.selectFrom('app.chat_rooms').selectAll().where(isListed);
  const recent = listed
    .where(sql<SqlBool>`last_seq > 0`)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(searchedRoomsMax);
  const oldest = sql`(select last_at, id from (${recent}) recent order by last_at, id limit 1)`;
  const newestFirst = orderOf(byLastMessage);
  let rooms = db
    .selectFrom((part === 'unread' ? recent : listed).as('room'))
    .leftJoin('app.chat_reads as mark', (join) =>
      join.onRef('mark.room_id', '=', 'room.id').on('mark.reader_id', '=', readerId),
    )
    .select('room.id')
    .where(
      part === 'unread'
        ? isUnread
        : sql<SqlBool>`not (${isUnread} and (room.last_at, room.id) >= ${oldest}) and room.id <> all(${except}::text[])`,
    )
    .orderBy(newestFirst)
    .limit(limit);
  for (const condition of conditions) rooms = rooms.where(condition);
  if (after !== undefined && after[0] === (part === 'unread'))
    rooms = rooms.where(beyondKey(byLastMessage, after.slice(1)));
  // Only the rooms of one page are joined with the other tables.
  return sessionRows(db, readerId)
    .where(sql<SqlBool>`room.id = any(array(${rooms}))`)
    .orderBy(newestFirst)
    .execute();
}

function conditionsOf({ orderType, kind, empty }: Query) {
  const conditions = [];
  if (empty === 'false') conditions.push(sql<SqlBool>`room.last_seq > 0`);
  if (orderType === 'sell') conditions.push(sql<SqlBool>`room.sell_order_id is not null`);
  if (orderType === 'buy') conditions.push(sql<SqlBool>`room.buy_order_id is not null`);
  if (kind !== undefined) conditions.push(sql<SqlBool>`room.kind = ${kind}`);
  return conditions;
}

const supportPrefix = sql.lit(supportRoomOf('' as MemberId));
/**
 * The rooms of so many orders and support chats are found by keys. Of more, a look at one room after another soon fills
 * a page.
 */
const namedMax = 2_000;

/** By a complete id, part of an order's code, the end of its id, or part of a nickname in a support chat. */
async function foundBy(db: Database, { search, kind }: Query): Promise<RawBuilder<SqlBool>> {
  const part = search.toLowerCase();
  const text = containing(part);
  const named = ledgerIdPattern.test(part) ? [part] : await idsNamed(db, part, kind);
  if (named.length > namedMax)
    return sql`((select code from read_orders.codes where order_id = room.sell_order_id) ilike ${text}
      or (select code from read_orders.codes where order_id = room.buy_order_id) ilike ${text}
      or (select nickname_key from app.members where id = room.member_id) like ${text})`;
  const { rows } = await sql<{ id: string }>`
    with named as (select unnest(${named}::text[]) collate "C" as id)
    select id from named union all select ${supportPrefix} || id from named
    union all select t.trade_id from read_trades.trades t join named on named.id in (t.sell_order_id, t.buy_order_id)`.execute(
    db,
  );
  return sql`room.id = any(${rows.map(({ id }) => id)}::text[])`;
}

async function idsNamed(db: Database, part: string, kind: Query['kind']): Promise<readonly string[]> {
  const mayBeCode = kind !== 'support' && sides.some((side) => partsOfCodes[side].test(part));
  // A code ends with the last eight digits of the id.
  const [inCode, inId] = /^[0-9a-f]{9,}$/.test(part) ? [part.slice(-8), `%${part}`] : [part, '%'];
  const { rows } = await sql<{ id: string }>`
    (select order_id as id from read_orders.codes
      where ${sql.lit(mayBeCode)} and code ilike ${containing(inCode)} and order_id like ${inId} limit ${namedMax + 1})
    union all (select member.id from app.chat_rooms room join app.members member on member.id = room.member_id
      where room.member_id is not null and nickname_key like ${containing(part)} limit ${namedMax + 1})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const sessionRows = (db: Database, readerId: MemberId) =>
  db
    .selectFrom('app.chat_rooms as room')
    .leftJoin('app.chat_messages as last', (join) =>
      join.onRef('last.room_id', '=', 'room.id').onRef('last.seq', '=', 'room.last_seq'),
    )
    .leftJoin('app.chat_reads as mark', (join) =>
      join.onRef('mark.room_id', '=', 'room.id').on('mark.reader_id', '=', readerId),
    )
    .leftJoin('app.members as sender', 'sender.id', 'last.sender_id')
    .leftJoin('app.members as seller', 'seller.id', 'room.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 'room.buyer_id')
    .leftJoin('app.members as member', 'member.id', 'room.member_id')
    .leftJoin('read_trades.trades as matched', (join) =>
      join.on(sql<SqlBool>`matched.trade_id = room.id and room.kind = 'trade'`),
    )
    .leftJoin('read_orders.orders as sold', 'sold.order_id', 'room.sell_order_id')
    .leftJoin('read_orders.orders as bought', 'bought.order_id', 'room.buy_order_id')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('read_trades.trades as trade')
          .select(['trade.trade_id', 'trade.sell_order_id as sold_by', 'trade.buy_order_id as bought_by'])
          .where(sql<SqlBool>`room.kind = 'order' and trade.matched_at is not null`)
          .where(
            sql<SqlBool>`(trade.sell_order_id = room.sell_order_id or trade.buy_order_id = room.buy_order_id)`,
          )
          .orderBy(liveThenNewest)
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .select(['room.id', 'room.kind', 'room.sell_order_id', 'room.buy_order_id', 'room.seller_id'])
    .select(['room.buyer_id', 'room.member_id', 'room.last_seq', 'room.last_at', 'room.closed_at'])
    .select(['last.content', 'last.at', 'sender.nickname as sender', 'mark.seq as read_seq'])
    .select(['seller.nickname as seller', 'buyer.nickname as buyer', 'member.nickname as member'])
    .select(['sold.amount as sold_amount', 'bought.amount as bought_amount'])
    .select(['current.trade_id', 'current.sold_by', 'current.bought_by'])
    .select(['matched.amount as matched_amount', 'matched.status as matched_status'])
    .select(['matched.case_id', turnOf('matched').as('turn')]);

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionRows>['execute']>>[number];

/** A trade is listed for both sides, each time from that side's view. */
function sessionView(row: SessionRow, requested: Side | undefined): ChatSessionView {
  const side = row.kind === 'trade' ? (requested ?? 'sell') : row.sell_order_id === null ? 'buy' : 'sell';
  const readSeq = row.read_seq ?? 0;
  return {
    _id: row.id,
    kind: row.kind,
    ...fieldsOf(row, side),
    ...namesOf(row, side),
    trade:
      row.matched_amount === null || row.matched_status === null
        ? null
        : { amount: row.matched_amount, ...tradeStatusOf({ ...row, status: row.matched_status }) },
    lastSeq: row.last_seq,
    readSeq,
    unread: Math.max(0, row.last_seq - readSeq),
    lastMessage:
      row.content === null || row.at === null
        ? null
        : { content: row.content, sender: shownNickname(row.sender), timestamp: row.at.toISOString() },
    updatedAt: row.last_at.toISOString(),
    closed: row.closed_at !== null,
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}

function fieldsOf(row: SessionRow, side: Side) {
  const fields = roomFields(row);
  if (row.kind === 'support') return { ...fields, tradeId: null, orderCode: null };
  const own = side === 'sell' ? row.sell_order_id : row.buy_order_id;
  const amount = side === 'sell' ? row.sold_amount : row.bought_amount;
  const code = own === null || amount === null ? null : orderCode(side, amount, own);
  if (row.kind === 'order')
    return {
      ...fields,
      currentOrderInProgress: side === 'sell' ? row.bought_by : row.sold_by,
      tradeId: row.trade_id,
      orderCode: code,
    };
  const counter = side === 'sell' ? row.buy_order_id : row.sell_order_id;
  return {
    orderId: own ?? row.id,
    orderType: side,
    currentOrderInProgress: counter,
    tradeId: row.id,
    orderCode: code,
  };
}

function namesOf({ kind, seller, buyer, member }: SessionRow, side: Side) {
  if (kind === 'support') return { nickname: shownNickname(member), counterpartNickname: null };
  const [own, other] = side === 'sell' ? [seller, buyer] : [buyer, seller];
  return {
    nickname: shownNickname(own),
    counterpartNickname: kind === 'trade' ? shownNickname(other) : null,
  };
}

const openFirst = {
  columns: [sql`(room.closed_at is null)`, ...byLastMessage.columns],
  types: ['boolean', 'time', 'text'],
  keyOf: (row: SessionRow) => [row.closed_at === null, ...byLastMessage.keyOf(row)],
} as const;

/** The chats the caller is a party of, also for admins: open ones first, newest message first. */
export const ownSessions =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof chatEndpoints.ownSessions>) => {
    const { memberId } = caller;
    const order = orderOf(openFirst);
    const rooms = db
      .selectFrom('app.chat_rooms as room')
      .select('room.id')
      .where(sql<SqlBool>`(room.listed or room.closed_at is not null)`)
      // Without messages, only the rooms of live matches and of support are of use.
      .where(
        sql<SqlBool>`((${isRoomOf(memberId)} and room.last_seq > 0) or room.id = ${supportRoomOf(memberId)}
          or room.id = any(array(select trade_id from read_trades.trades
            where (seller_id = ${memberId} or buyer_id = ${memberId}) and not finished)))`,
      )
      .where(beyond(openFirst, query.cursor))
      .orderBy(order)
      .limit(query.limit + 1);
    const rows = await sessionRows(db, memberId)
      .where(sql<SqlBool>`room.id = any(array(${rooms}))`)
      .orderBy(order)
      .execute();
    const { page, nextCursor } = cutPage(rows, query.limit, openFirst.keyOf);
    return {
      items: page.map((row) => sessionView(row, row.buyer_id === memberId ? 'buy' : 'sell')),
      nextCursor,
    };
  };
