import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { MemberId } from '@matgyo/contracts/ids';
import { memberById, memberViewOf } from '../../identity/members/member-query.ts';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { unreadablePayout } from '../../identity/members/payout-changes.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type ChatRoom, readableRoom } from './chat-room.ts';

/**
 * The member of a room and the other party of its trade, with the payout data in use, for copying.
 *
 * @throws RequestFailure RECORD_MISMATCH
 */
export const roomPeople =
  ({ db, payoutChanges }: PaymentMethodDependencies) =>
  async ({ caller, params, query }: HandlerRequest<typeof chatEndpoints.userInfo>) => {
    const { room } = await readableRoom(db, caller, { ...params, ...query });
    const view = async (id: MemberId | null | undefined) => {
      const row = id ? await memberById(db, id) : undefined;
      if (row === undefined) return null;
      const payouts = await payoutChanges.toPay(row.id);
      return { ...memberViewOf(row, caller), ...(payouts?.inUse ?? unreadablePayout) };
    };
    const [member, counterpart] = await Promise.all([
      view(room.member_id ?? room.seller_id ?? room.buyer_id),
      view(room.kind === 'trade' ? room.buyer_id : await counterpartOf(db, room)),
    ]);
    if (member === null) throw failure('CHAT_NOT_FOUND');
    return { ...member, counterpart };
  };

/** For an order's room: the owner of the other order in its newest match. */
async function counterpartOf(db: Database, room: ChatRoom): Promise<MemberId | undefined> {
  const orderId = room.sell_order_id ?? room.buy_order_id;
  if (orderId === null) return undefined;
  const [own, counter] =
    room.sell_order_id === null
      ? (['buy_order_id', 'seller_id'] as const)
      : (['sell_order_id', 'buyer_id'] as const);
  const trade = await db
    .selectFrom('read_trades.trades')
    .select(`${counter} as member_id`)
    .where(own, '=', orderId)
    .where('matched_at', 'is not', null)
    .orderBy('proposed_at', 'desc')
    .orderBy('trade_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return trade?.member_id;
}
