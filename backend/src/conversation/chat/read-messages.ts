import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { MemberId } from '@matgyo/contracts/ids';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type ChatRoom, readableRoom } from './chat-room.ts';
import { messageRows, messageView } from './message-view.ts';
import { roomView } from './room-view.ts';

type MessagesRequest = HandlerRequest<typeof chatEndpoints.messages>;
type Window = MessagesRequest['query'];

const cursorKey = z.tuple([z.int().positive()]);

/** A room's messages, for whoever may read it. */
export const readMessages =
  (db: Database) =>
  async ({ caller, params, query }: Pick<MessagesRequest, 'caller' | 'params' | 'query'>) => {
    const { room } = await readableRoom(db, caller, { ...params, ...query });
    return history(db, room, caller.memberId, query);
  };

/** The same of a room that was closed; another is not among the ended ones. */
export const readEndedMessages =
  (db: Database) =>
  async ({ caller, params, query }: HandlerRequest<typeof chatEndpoints.endedMessages>) => {
    const { room } = await readableRoom(db, caller, { orderId: params.id, ...query });
    const page = await history(db, room, caller.memberId, query);
    if (!page.room.closed) throw failure('CHAT_NOT_FOUND');
    return page;
  };

/**
 * The room is looked at before its messages: what `lastSeq` promises is among them or behind `nextCursor`, never
 * missing.
 */
async function history(db: Database, room: ChatRoom, readerId: MemberId, query: Window) {
  const view = await roomView(db, room, readerId);
  const page =
    query.after === undefined ? newest(db, room, query) : following(db, room, query.after, query.limit);
  return { room: view, ...(await page) };
}

async function newest(db: Database, room: ChatRoom, { limit, cursor }: Window) {
  const [before] = decodeCursor(cursorKey, cursor) ?? [];
  let rows = messageRows(db, room)
    .orderBy('message.seq', 'desc')
    .limit(limit + 1);
  if (before !== undefined) rows = rows.where('message.seq', '<', before);
  const { page, nextCursor } = cutPage(await rows.execute(), limit, ({ seq }) => [seq]);
  return { items: page.toReversed().map((row) => messageView(room, row)), nextCursor };
}

/** Goes on by number, so it needs no cursor. */
async function following(db: Database, room: ChatRoom, after: number, limit: number) {
  const rows = await messageRows(db, room)
    .where('message.seq', '>', after)
    .orderBy('message.seq')
    .limit(limit)
    .execute();
  return { items: rows.map((row) => messageView(room, row)), nextCursor: null };
}
