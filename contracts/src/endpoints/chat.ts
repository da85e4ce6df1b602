import { z } from 'zod';
import { chatPaths } from '../paths/chat.ts';
import { usdtSchema } from '../schemas/money.ts';
import {
  chatFrameBytesMax,
  chatImageBytesMax,
  chatImageId,
  chatMessageView,
  chatRoomKinds,
  chatRoomView,
  messageFields,
} from './chat-views.ts';
import { searchText } from './client-values.ts';
import { endpoint, jpegFile, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { memberView } from './members.ts';
import { count, timestamp, tradeStatus } from './order-views.ts';

/** The room of a path: an order's, a trade's or a `support-<memberId>` one. Anything else is not found. */
const roomParams = z.object({ orderId: z.string().max(60) });

/**
 * With the other side's order: the room of the trade of the two, the live one if there is one, otherwise the latest.
 * The room of an earlier one is named by the trade's id.
 */
const counterOrder = z.string().max(60).nullish();

const messagesQuery = pageQuery.extend({
  currentOrderInProgress: counterOrder,
  /** Only messages after this number, oldest first: those a client missed. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
});

/**
 * Messages in ascending order. Without `after` the newest of the room, and `nextCursor` leads to the previous page;
 * with it the following ones, `limit` at a time, until `room.lastSeq` is reached.
 */
const history = {
  query: messagesQuery,
  response: z.object({ room: chatRoomView, ...pageOf(chatMessageView).shape }),
  errors: ['CHAT_NOT_FOUND'],
} as const;

const sessionsQuery = pageQuery.extend({
  orderType: z.enum(['sell', 'buy']).optional(),
  kind: z.enum(chatRoomKinds).optional(),
  /** Part of an order's or a trade's id or short code, or of the nickname in a support room; blank: all. */
  search: searchText,
  /** `false` omits chats without messages. */
  empty: z.enum(['true', 'false']).optional(),
});

/** A chat in the admins' lists, with the field names of the specification (section 3). */
export const chatSessionView = chatRoomView.omit({ reads: true }).extend({
  /** The other participant: the order's owner, the seller of a trade, the member of a support room. */
  nickname: z.string(),
  /** The other party: the buyer of a trade; otherwise null. */
  counterpartNickname: z.string().nullable(),
  /** `Sell714-9f3a21bc`; null in a support room. */
  orderCode: z.string().nullable(),
  /** Tells the rooms of several trades of the same two orders apart; null in other rooms. */
  trade: z.object({ amount: usdtSchema, ...tradeStatus }).nullable(),
  /** The newest message; null before the first. */
  lastMessage: z.object({ content: z.string(), sender: z.string(), timestamp: timestamp }).nullable(),
  unread: count,
  /** The time of the last activity. */
  updatedAt: timestamp,
});
export type ChatSessionView = z.output<typeof chatSessionView>;

const sessions = pageOf(chatSessionView);

/** The reply to an accepted message, over HTTP and as a socket's acknowledgement. */
export const sentMessage = z.object({
  ok: z.literal(true),
  seq: z.int().positive(),
  message: chatMessageView,
});

const sendErrors = [
  'CHAT_NOT_FOUND',
  'CHAT_CLOSED',
  'CHAT_MESSAGE_EMPTY',
  'CHAT_MESSAGE_TOO_LONG',
  'CHAT_MESSAGES_OF_DAY',
  'CHAT_IMAGE_TOO_LARGE',
  'CHAT_IMAGE_EXPIRED',
  'IMAGE_INVALID',
  'ACCOUNT_INACTIVE',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const chatEndpoints = {
  messages: endpoint(chatPaths.messages, {
    summary: "A room's messages, for its participants.",
    params: roomParams,
    ...history,
  }),
  adminMessages: endpoint(chatPaths.adminMessages, {
    summary: "Any room's messages.",
    params: roomParams,
    ...history,
  }),
  endedMessages: endpoint(chatPaths.endedMessages, {
    summary: "A closed room's messages, by the session's `_id`.",
    params: z.object({ id: z.string().max(60) }),
    ...history,
  }),
  userInfo: endpoint(chatPaths.userInfo, {
    summary:
      "Who a room is with: the order's owner, the seller of a trade, the member of a support room; `counterpart` is who is on the other side of the trade.",
    params: roomParams,
    query: z.object({ currentOrderInProgress: counterOrder }),
    response: memberView.extend({ counterpart: memberView.nullable() }),
    errors: ['CHAT_NOT_FOUND', 'RECORD_MISMATCH'],
  }),
  liveSessions: endpoint(chatPaths.liveSessions, {
    summary:
      'Chats that are not closed: those with unread messages first, then the one with the newest message. An order and a trade are listed from their first message or match on, a support room from its first message.',
    query: sessionsQuery,
    response: sessions,
  }),
  endedSessions: endpoint(chatPaths.endedSessions, {
    summary: 'Chats that were closed, in the same order.',
    query: sessionsQuery,
    response: sessions,
  }),
  ownSessions: endpoint(chatPaths.ownSessions, {
    summary:
      'The chats the caller takes part in, live ones first, then ended ones, each with the newest message first. Those without messages are left out, except of matches in progress. For a trade the caller’s own side is included.',
    query: pageQuery,
    response: sessions,
  }),
  send: endpoint(chatPaths.send, {
    summary:
      'Sends a message, as the socket does. Repeated with the same `clientId`, it returns the first message.',
    body: messageFields,
    jsonBytesMax: chatFrameBytesMax,
    tooLarge: 'CHAT_IMAGE_TOO_LARGE',
    response: sentMessage,
    success: 201,
    errors: sendErrors,
  }),
  close: endpoint(chatPaths.close, {
    summary:
      'Closes a room: it can be read, but not written to. Closing a closed one changes nothing. Not by an admin whose own order or match it is about.',
    params: roomParams,
    body: z.object({ currentOrderInProgress: counterOrder, storedLanguage }),
    response: z.object({ message: z.string(), room: chatRoomView }),
    errors: ['CHAT_NOT_FOUND', 'OWN_ORDER'],
  }),
  uploadImage: endpoint(chatPaths.uploadImage, {
    summary:
      "Takes an image for a room. Its url goes into a message's `image` within an hour; until then only who sent it can see it.",
    params: roomParams,
    upload: { field: 'file', required: true, bytesMax: chatImageBytesMax },
    tooLarge: 'CHAT_IMAGE_TOO_LARGE',
    body: z.object({ currentOrderInProgress: counterOrder, storedLanguage }),
    response: z.object({ url: z.string() }),
    success: 201,
    errors: [
      'CHAT_NOT_FOUND',
      'CHAT_CLOSED',
      'CHAT_IMAGE_TOO_LARGE',
      'IMAGE_REQUIRED',
      'IMAGE_INVALID',
      'ACCOUNT_INACTIVE',
    ],
  }),
  image: endpoint(chatPaths.image, {
    summary: "A message's image, for the readers of its room.",
    params: z.object({ id: z.string().regex(chatImageId, 'NOT_FOUND') }),
    ...jpegFile,
  }),
  markRead: endpoint(chatPaths.markRead, {
    summary: 'Marks the messages up to this number, or all, as read by the caller.',
    params: roomParams,
    body: z.object({ seq: count.optional(), currentOrderInProgress: counterOrder }),
    response: z.object({ room: chatRoomView }),
    errors: ['CHAT_NOT_FOUND'],
  }),
  unread: endpoint(chatPaths.unread, {
    summary:
      'Rooms with messages the caller has not read (for admins of all open rooms, for members also of those that ended in the last 90 days), newest first, at most 100. `total` and `lists` count the messages of all of them, `own` those of rooms that the caller takes part in; those of a trade are in the lists of both sides.',
    response: z.object({
      total: count,
      own: count,
      lists: z.object({ sell: count, buy: count, support: count }),
      rooms: z.array(
        chatRoomView
          .pick({ _id: true, kind: true, orderId: true, orderType: true, tradeId: true })
          .extend({ currentOrderInProgress: z.string().nullable(), unread: z.int().positive() }),
      ),
    }),
  }),
} as const;
