import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import type { MemberId } from '@matgyo/contracts/ids';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';

/** Whose a room is: an order's owner, a trade's two parties, or the member of a support room. */
export type RoomMembers = Readonly<Pick<Tables['app.chat_rooms'], 'seller_id' | 'buyer_id' | 'member_id'>>;

/** The members of a room, without admins. */
export const membersOf = ({ seller_id, buyer_id, member_id }: RoomMembers): readonly MemberId[] =>
  [...new Set([seller_id, buyer_id, member_id])].filter((id) => id !== null);

/**
 * As whom the caller reads a room and its images. Being one of its members comes before being an admin. Undefined: not
 * at all; for them it does not exist.
 */
export function roleIn(
  room: RoomMembers,
  { memberId, admin }: Pick<Caller, 'memberId' | 'admin'>,
): ChatRole | undefined {
  if (room.member_id === memberId) return 'member';
  if (room.seller_id === memberId) return 'seller';
  if (room.buyer_id === memberId) return 'buyer';
  return admin ? 'admin' : undefined;
}

/** Readers of a room write to it; inactive members only to their own support room. */
export const mayWrite = (role: ChatRole, { status }: Pick<Caller, 'status'>): boolean =>
  status === 'active' || role === 'member';

export const mayClose = ({ admin }: Pick<Caller, 'admin'>): boolean => admin;

/** Whether the room is about an order or match of the reader's own, whose other party an admin must not silence. */
export const isOfOwnOrder = (role: ChatRole): boolean => role === 'seller' || role === 'buyer';

/** The rooms of a member, in a query that names the table `room`. */
export const isRoomOf = (memberId: MemberId): RawBuilder<SqlBool> =>
  sql<SqlBool>`(room.seller_id = ${memberId} or room.buyer_id = ${memberId} or room.member_id = ${memberId})`;
