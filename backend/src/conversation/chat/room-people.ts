import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { MemberId } from '@matgyo/contracts/ids';
import { memberById, memberViewOf } from '../../identity/members/member-query.ts';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { unreadablePayout } from '../../identity/members/payout.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { readableRoom } from './chat-room.ts';
import { currentTrade } from './room-view.ts';

/**
 * The member of a room and the other party of its trade, with the payout data in use, for copying.
 *
 * @throws RequestFailure CHAT_NOT_FOUND, RECORD_MISMATCH
 */
export const roomPeople =
  (deps: PaymentMethodDependencies & PersonalReadings) =>
  async (request: HandlerRequest<typeof chatEndpoints.userInfo>) => {
    const { db, payoutChanges } = deps;
    const { caller, params, query } = request;
    const { room } = await readableRoom(db, caller, { ...params, ...query });
    const view = async (id: MemberId | null | undefined) => {
      const row = id ? await memberById(db, id) : undefined;
      if (row === undefined) return null;
      const payouts = await payoutChanges.toPay(row.id);
      return { ...memberViewOf(row, caller), ...(payouts?.inUse ?? unreadablePayout) };
    };
    const [member, counterpart] = await Promise.all([
      view(room.member_id ?? room.seller_id ?? room.buyer_id),
      // For an order's room: the owner of the other order in its match.
      view(room.kind === 'trade' ? room.buyer_id : (await currentTrade(db, room))?.counter_owner_id),
    ]);
    if (member === null) throw failure('CHAT_NOT_FOUND');
    const people = counterpart === null ? [member] : [member, counterpart];
    await countShown(
      deps,
      'membersShownTo',
      request,
      people.map(({ _id }) => _id),
    );
    return { ...member, counterpart };
  };
