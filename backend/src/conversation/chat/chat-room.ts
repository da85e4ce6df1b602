import { memberOfSupportRoom } from '@matgyo/contracts/chat-rules';
import { type ChatRole, isSupportRoom } from '@matgyo/contracts/endpoints/chat-views';
import { ledgerIdPattern, type MemberId, type OrderId, type TradeId } from '@matgyo/contracts/ids';
import { chainStart } from '@matgyo/ledger/proof/room-chain';
import { type SqlBool, sql } from 'kysely';
import type { Database, Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { mayWrite, roleIn } from './chat-policy.ts';

const roomColumns = [
  'id',
  'kind',
  'sell_order_id',
  'buy_order_id',
  'seller_id',
  'buyer_id',
  'member_id',
] as const;

/** Unread rooms are searched among this many of the newest with messages, so that no cost grows with their number. */
export const searchedRoomsMax = 1_000;

/** A room and whose it is. Never changes. */
export type ChatRoom = Readonly<Pick<Tables['app.chat_rooms'], (typeof roomColumns)[number]>>;

/** A room as callers name it: by its id, or by the two orders of a trade. */
export interface RoomPointer {
  readonly orderId: string;
  readonly currentOrderInProgress?: string | null | undefined;
}

type RoomCaller = Pick<Caller, 'memberId' | 'admin' | 'status'>;

export interface EnteredRoom {
  readonly room: ChatRoom;
  readonly role: ChatRole;
}

/** @throws RequestFailure CHAT_NOT_FOUND, also without access */
export async function readableRoom(
  db: Database,
  caller: RoomCaller,
  pointer: RoomPointer,
): Promise<EnteredRoom> {
  const room = await findRoom(db, pointer);
  if (room === undefined) throw failure('CHAT_NOT_FOUND');
  return enterRoom(room, caller);
}

/** @throws RequestFailure CHAT_NOT_FOUND without access */
export function enterRoom(room: ChatRoom, caller: RoomCaller): EnteredRoom {
  const role = roleIn(room, caller);
  if (role === undefined) throw failure('CHAT_NOT_FOUND');
  return { room, role };
}

export function refuseInactive(caller: Pick<RoomCaller, 'status'>, { role }: EnteredRoom): void {
  if (!mayWrite(role, caller)) throw failure('ACCOUNT_INACTIVE');
}

export async function ensureRoom(db: Database, room: ChatRoom): Promise<void> {
  await db
    .insertInto('app.chat_rooms')
    .values({ ...room, last_hash: chainStart })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function findRoom(db: Database, pointer: RoomPointer): Promise<ChatRoom | undefined> {
  const id = pointer.orderId.trim();
  const counter = pointer.currentOrderInProgress?.trim() || undefined;
  if (counter !== undefined && counter !== id) return findRoomOfPair(db, id, counter);
  if (!ledgerIdPattern.test(id) && !isSupportRoom(id)) return undefined;
  const known = await db
    .selectFrom('app.chat_rooms')
    .select(roomColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return known ?? (isSupportRoom(id) ? findSupportRoom(db, id) : findLedgerRoom(db, id));
}

async function findSupportRoom(db: Database, id: string): Promise<ChatRoom | undefined> {
  const memberId = memberOfSupportRoom(id) as MemberId;
  const member = await db
    .selectFrom('app.members')
    .select('id')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return member && { ...noReferences, id, kind: 'support', member_id: member.id };
}

async function findLedgerRoom(db: Database, id: string): Promise<ChatRoom | undefined> {
  const order = await db
    .selectFrom('read_orders.orders')
    .select(['side', 'member_id'])
    .where('order_id', '=', id as OrderId)
    .executeTakeFirst();
  if (order === undefined)
    return matchedTrade(db)
      .where('trade_id', '=', id as TradeId)
      .executeTakeFirst()
      .then((trade) => trade && tradeRoom(trade));
  const side =
    order.side === 'sell'
      ? { sell_order_id: id as OrderId, seller_id: order.member_id }
      : { buy_order_id: id as OrderId, buyer_id: order.member_id };
  return { ...noReferences, id, kind: 'order', ...side };
}

/** Which of several trades a chat is about: the newest live one, or else the newest. */
export const liveThenNewest = sql`finished, proposed_at desc, trade_id desc`;

/** The room of one of the two orders' trades. The order of the ids does not matter. */
async function findRoomOfPair(db: Database, one: string, other: string): Promise<ChatRoom | undefined> {
  if (!ledgerIdPattern.test(one) || !ledgerIdPattern.test(other)) return undefined;
  const trade = await matchedTrade(db)
    .where(sql<SqlBool>`(sell_order_id, buy_order_id) in ((${one}, ${other}), (${other}, ${one}))`)
    .orderBy(liveThenNewest)
    .limit(1)
    .executeTakeFirst();
  return trade && tradeRoom(trade);
}

/** Trades that were matched, not only proposed. */
const matchedTrade = (db: Database) =>
  db
    .selectFrom('read_trades.trades')
    .select(['trade_id', 'sell_order_id', 'buy_order_id', 'seller_id', 'buyer_id'])
    .where('matched_at', 'is not', null);

type MatchedTrade = Awaited<ReturnType<ReturnType<typeof matchedTrade>['execute']>>[number];

export const tradeRoom = ({ trade_id, ...references }: MatchedTrade): ChatRoom => ({
  ...noReferences,
  ...references,
  id: trade_id,
  kind: 'trade',
});

/** Each kind of room has some of them. */
export const noReferences = {
  sell_order_id: null,
  buy_order_id: null,
  seller_id: null,
  buyer_id: null,
  member_id: null,
} as const;
