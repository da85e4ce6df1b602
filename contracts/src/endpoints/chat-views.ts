import { z } from 'zod';
import { maxChatLength } from '../chat-rules.ts';
import { languages } from '../errors/index.ts';
import { sides } from '../ids.ts';
import { withoutUnseen } from '../unseen-characters.ts';
import { storedLanguage } from './endpoint.ts';
import { moment } from './order-views.ts';

/**
 * - `order`: its owner and the admins.
 * - `trade`: seller, buyer and the admins.
 * - `support`: one member and the admins.
 */
export const chatRoomKinds = ['order', 'trade', 'support'] as const;
export type ChatRoomKind = (typeof chatRoomKinds)[number];

/** What somebody is in a room. */
export const chatRoles = ['seller', 'buyer', 'member', 'admin'] as const;
export type ChatRole = (typeof chatRoles)[number];

export { imageOnlyContent, maxChatImageBytes, maxChatLength, supportRoomOf } from '../chat-rules.ts';
/** Of a message that carries its image as a data URL: 5 MB are 6.99 MB of base64. */
export const maxChatFrameBytes = 7_500_000;

/** Names an image of a chat: the last part of its url. */
export const chatImageId = /^[0-9a-f]{32}$/;

const supportRoom = /^support-[0-9a-f]{24}$/;
export const isSupportRoom = (id: string): boolean => supportRoom.test(id);

/** How far somebody else has read. */
const readMark = z.object({ reader: z.string(), role: z.enum(chatRoles), seq: z.int().nonnegative() });

/**
 * A room. `_id` is the order's id, the trade's, or `support-<memberId>`.
 *
 * - `orderId`, `orderType`: the order; of a trade its sell order; of a support room `_id` and null.
 * - `currentOrderInProgress`: of a trade its buy order; of an order the other side of its newest trade, if any.
 * - `tradeId`: the trade; of an order its newest one, whose room is one click away.
 * - `lastSeq`: the newest message's number; messages are 1, 2, 3 … without a gap.
 * - `readSeq`: how far the caller has read; `reads`: how far others have.
 */
export const chatRoomView = z.object({
  _id: z.string(),
  kind: z.enum(chatRoomKinds),
  orderId: z.string(),
  orderType: z.enum(sides).nullable(),
  currentOrderInProgress: z.string().nullable(),
  tradeId: z.string().nullable(),
  lastSeq: z.int().nonnegative(),
  readSeq: z.int().nonnegative(),
  reads: z.array(readMark),
  closed: z.boolean(),
  closedAt: moment.nullable(),
});
export type ChatRoomView = z.output<typeof chatRoomView>;

/**
 * A message with the names the specification gives its fields (section 3). `sender` is a nickname; `image` a url below
 * this host that only those who may read the room can fetch. `clientId` is the one its sender chose.
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
  timestamp: moment,
  image: z.string().nullable(),
  storedLanguage: z.enum(languages),
  clientId: z.string().nullable(),
});
export type ChatMessageView = z.output<typeof chatMessageView>;

const content = z
  .string('CHAT_MESSAGE_EMPTY')
  .overwrite(withoutUnseen)
  .max(maxChatLength * 2, 'CHAT_MESSAGE_TOO_LONG')
  // Half a character cannot be stored, and a chain of hashes has to find what was hashed.
  .transform((text) => text.toWellFormed().trim())
  .pipe(z.string().max(maxChatLength, 'CHAT_MESSAGE_TOO_LONG'));

/**
 * A message as it is sent, over HTTP and by socket. The specification's clients send `sender`, `orderType` and
 * `timestamp` too: the server knows them better, and drops them.
 */
export const messageFields = z
  .object({
    /** Which room: an order's, a trade's or a `support-<memberId>` one. */
    orderId: z.string('CHAT_NOT_FOUND').max(60, 'CHAT_NOT_FOUND'),
    /** The other side's order: then the room is that of the trade of the two. */
    currentOrderInProgress: z.string().max(60).nullish(),
    content: content.nullish(),
    /** The url of an uploaded image, or a data URL. */
    image: z.string().max(maxChatFrameBytes, 'CHAT_IMAGE_TOO_LARGE').nullish(),
    /** Chosen by the client, one for each message, so that a retry makes no second one. */
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
