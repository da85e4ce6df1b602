import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { membersOf } from './chat-policy.ts';
import { type ChatRoom, type RoomPointer, readableRoom } from './chat-room.ts';
import { messageRows, messageView } from './message-view.ts';
import { roomView } from './room-view.ts';

type MessagesRequest = HandlerRequest<typeof chatEndpoints.messages>;
type Window = MessagesRequest['query'];

export const readMessages =
  (deps: PersonalReadings) =>
  async (request: Pick<MessagesRequest, 'caller' | 'params' | 'query' | 'requestId'>) => {
    const { caller, params, query } = request;
    const room = await roomToRead(deps, request, { ...params, ...query });
    return history(deps.db, room, caller.memberId, query);
  };

/** The same for closed rooms only. */
export const readEndedMessages =
  (deps: PersonalReadings) => async (request: HandlerRequest<typeof chatEndpoints.endedMessages>) => {
    const { caller, params, query } = request;
    const room = await roomToRead(deps, request, { orderId: params.id, ...query });
    const page = await history(deps.db, room, caller.memberId, query);
    if (!page.room.closed) throw failure('CHAT_NOT_FOUND');
    return page;
  };

/** Counts the members whose chat an admin reads: chat by chat, it is an export. */
async function roomToRead(
  deps: PersonalReadings,
  by: Pick<MessagesRequest, 'caller' | 'requestId'>,
  pointer: RoomPointer,
): Promise<ChatRoom> {
  const { room, role } = await readableRoom(deps.db, by.caller, pointer);
  if (role === 'admin') await countShown(deps, 'partiesShownTo', by, membersOf(room));
  return room;
}

/** Reads the room's state before its messages: every message up to `lastSeq` is in the page or behind `nextCursor`. */
async function history(db: Database, room: ChatRoom, readerId: MemberId, query: Window) {
  const view = await roomView(db, room, readerId);
  const page =
    query.after === undefined ? newest(db, room, query) : following(db, room, query.after, query.limit);
  return { room: view, ...(await page) };
}

async function newest(db: Database, room: ChatRoom, query: Window) {
  const { page, nextCursor } = await pageBy(messageRows(db, room), query, {
    columns: ['message.seq'],
    types: ['number'],
    keyOf: ({ seq }) => [seq],
  });
  return { items: page.toReversed().map((row) => messageView(room, row)), nextCursor };
}

/** Pages by number, without a cursor. */
async function following(db: Database, room: ChatRoom, after: number, limit: number) {
  const rows = await messageRows(db, room)
    .where('message.seq', '>', after)
    .orderBy('message.seq')
    .limit(limit)
    .execute();
  return { items: rows.map((row) => messageView(room, row)), nextCursor: null };
}
