import { z } from 'zod';
import { chatLengthMax } from '../chat-rules.ts';
import { languages } from '../errors/index.ts';
import { sides } from '../ids.ts';
import { withoutUnseen } from '../unseen-characters.ts';
import { storedLanguage } from './endpoint.ts';
import { count, timestamp } from './order-views.ts';

/**
 * - `order`: its owner and the admins.
 * - `trade`: seller, buyer and the admins.
 * - `support`: one member and the admins.
 */
export const chatRoomKinds = ['order', 'trade', 'support'] as const;
export type ChatRoomKind = (typeof chatRoomKinds)[number];

export const chatRoles = ['seller', 'buyer', 'member', 'admin'] as const;
export type ChatRole = (typeof chatRoles)[number];

export { chatImageBytesMax, imageOnlyContent, supportRoomOf } from '../chat-rules.ts';
/** For a message that carries its image as a data URL: 5 MB are 6.99 MB of base64. */
export const chatFrameBytesMax = 7_500_000;

/** The id of a chat image: the last part of its url. */
export const chatImageId = /^[0-9a-f]{32}$/;

const supportRoom = /^support-[0-9a-f]{24}$/;
export const isSupportRoom = (id: string): boolean => supportRoom.test(id);

/** How far another participant has read. */
const readMark = z.object({ reader: z.string(), role: z.enum(chatRoles), seq: count });

/**
 * A room. `_id` is the order's id, the trade's, or `support-<memberId>`.
 *
 * - `orderId`, `orderType`: the order; for a trade its sell order; for a support room `_id` and null.
 * - `currentOrderInProgress`: for a trade its buy order; for an order the other side of its trade, if any.
 * - `tradeId`: the trade; for an order its newest live one, or else its newest.
 * - `lastSeq`: the newest message's number; messages are numbered 1, 2, 3 … without gaps.
 * - `readSeq`: how far the caller has read; `reads`: how far others have.
 */
export const chatRoomView = z.object({
  _id: z.string(),
  kind: z.enum(chatRoomKinds),
  orderId: z.string(),
  orderType: z.enum(sides).nullable(),
  currentOrderInProgress: z.string().nullable(),
  tradeId: z.string().nullable(),
  lastSeq: count,
  readSeq: count,
  reads: z.array(readMark),
  closed: z.boolean(),
  closedAt: timestamp.nullable(),
});
export type ChatRoomView = z.output<typeof chatRoomView>;

/**
 * A message with the field names of the specification (section 3). `sender` is a nickname; `image` a url on this host
 * that only participants of the room can fetch. `clientId` was chosen by the sender.
 */
export const chatMessageView = z.object({
  _id: z.string(),
  room: z.string(),
  seq: z.int().positive(),
  content: z.string(),
  sender: z.string(),
  role: z.enum(chatRoles),
  orderId: z.string(),
  orderType: z.enum(sides).nullable(),
  currentOrderInProgress: z.string().nullable(),
  timestamp: timestamp,
  image: z.string().nullable(),
  storedLanguage: z.enum(languages),
  clientId: z.string().nullable(),
});
export type ChatMessageView = z.output<typeof chatMessageView>;

const content = z
  .string('CHAT_MESSAGE_EMPTY')
  // First, because a message may be as large as an image, and cleaning that takes more than a second.
  .max(chatLengthMax * 10, { error: 'CHAT_MESSAGE_TOO_LONG', abort: true })
  .overwrite(withoutUnseen)
  .max(chatLengthMax * 2, 'CHAT_MESSAGE_TOO_LONG')
  .transform((text) => text.trim())
  .pipe(z.string().max(chatLengthMax, 'CHAT_MESSAGE_TOO_LONG'));

/**
 * A message as sent, over HTTP and by socket. The specification's clients also send `sender`, `orderType` and
 * `timestamp`, which the server ignores and sets itself.
 */
export const messageFields = z
  .object({
    /** The room: an order's, a trade's or a `support-<memberId>` one. */
    orderId: z.string('CHAT_NOT_FOUND').max(60, 'CHAT_NOT_FOUND'),
    /** The other side's order: selects the room of the trade of the two. */
    currentOrderInProgress: z.string().max(60).nullish(),
    content: content.nullish(),
    /** The url of an uploaded image, or a data URL. */
    image: z.string().max(chatFrameBytesMax, 'CHAT_IMAGE_TOO_LARGE').nullish(),
    /** Chosen by the client, one for each message, so that a retry creates no second one. */
    clientId: z
      .string()
      .regex(/^[\x21-\x7e]{1,64}$/)
      .optional(),
    storedLanguage,
  })
  .refine(
    ({ content: text, image }) => Boolean(image) || /[^\p{C}\p{Z}]/u.test(text ?? ''),
    'CHAT_MESSAGE_EMPTY',
  );
export type MessageFields = z.input<typeof messageFields>;
