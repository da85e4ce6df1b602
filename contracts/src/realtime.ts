import { z } from 'zod';
import type { sentMessage } from './endpoints/chat.ts';
import { chatMessageView, chatRoles, type chatRoomView, messageFields } from './endpoints/chat-views.ts';
import type { PushedNotification } from './endpoints/notifications.ts';
import { moment, orderView } from './endpoints/order-views.ts';
import { priceEndpoints } from './endpoints/price.ts';

/** What a client says when it connects. Without a token it hears what is public and may do nothing. */
export const handshakeAuth = z.object({
  token: z.string().max(2_000).nullish(),
  language: z.string().max(10).nullish(),
});
export type HandshakeAuth = z.input<typeof handshakeAuth>;

/** A room, as the specification names it by the order's id alone, or with the other side's order. */
export const roomPointer = z.union([
  z.string().max(60),
  z.object({ orderId: z.string().max(60), currentOrderInProgress: z.string().max(60).nullish() }),
]);
export type RoomPointer = z.input<typeof roomPointer>;

export const readPointer = z.object({
  orderId: z.string().max(60),
  currentOrderInProgress: z.string().max(60).nullish(),
  seq: z.int().nonnegative(),
});
export type ReadPointer = z.input<typeof readPointer>;

export type { MessageFields } from './endpoints/chat-views.ts';
export { messageFields };

/** A refusal: the code and the sentence of the catalogue (contracts/src/errors). */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly error: string;
  /** Seconds after which to try again, if that makes sense. */
  readonly retryAfter?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What every request over the socket is answered with. */
export type Ack<T extends object = object> = ({ readonly ok: true } & T) | Refused;
export type SentAck = z.output<typeof sentMessage> | Refused;
export type RoomAck = Ack<{ readonly room: z.output<typeof chatRoomView> }>;

/** Somebody is writing. It is over when nothing more comes for some seconds, or a message does. */
export const typingEvent = z.object({ room: z.string(), sender: z.string(), role: z.enum(chatRoles) });
export type TypingEvent = z.output<typeof typingEvent>;

/** Somebody has read a room up to a message. */
export const readEvent = z.object({
  room: z.string(),
  reader: z.string(),
  role: z.enum(chatRoles),
  seq: z.int().nonnegative(),
});
export type ReadEvent = z.output<typeof readEvent>;

/** A room was closed. */
export const closedEvent = z.object({ room: z.string(), closedAt: moment });
export type ClosedEvent = z.output<typeof closedEvent>;

/**
 * Something that may be on the screen is no longer so; whoever shows it fetches it again.
 *
 * - `order:<id>`, `trade:<id>`, `trail:<orderId>`, `member:<id>`: that one, and lists it may stand in. To its members
 *   and to admins.
 * - `orders`: the public lists. `price`: the price. To everybody.
 * - `stats`, `fees`: to admins and managers. `journal`: to admins.
 * - `chat:<room>`: a message, a read mark or an end. To those who take part, wherever they are.
 * - `everything`: it is not known what.
 */
export const changedEvent = z.object({
  keys: z.array(z.string()).min(1),
  /** With `price`: as it is now, so that it need not be fetched. */
  price: priceEndpoints.currentPrice.response.optional(),
  /** With `order:<id>`, to its owner: as their lists show it now. Not with all of them. */
  orders: z.array(orderView).optional(),
});
export type ChangedEvent = z.output<typeof changedEvent>;

/** A notification, once: whoever was away finds it in the lists. */
export type NotificationEvent = PushedNotification;

/** The session is over; the server hangs up next. */
export interface EndedEvent {
  readonly code: 'INVALID_TOKEN' | 'SESSION_IDLE';
  readonly error: string;
}

export const messageEvent = chatMessageView;
export type MessageEvent = z.output<typeof messageEvent>;

/** From the server. Types of a `Server<ClientEvents, ServerEvents>` and of a `Socket<ServerEvents, ClientEvents>`. */
export interface ServerEvents {
  /** A new message of a room one has joined. In order, as a rule: the number says where it belongs. */
  message: (message: MessageEvent) => void;
  typing: (event: TypingEvent) => void;
  read: (event: ReadEvent) => void;
  closed: (event: ClosedEvent) => void;
  changed: (event: ChangedEvent) => void;
  notification: (event: NotificationEvent) => void;
  ended: (event: EndedEvent) => void;
}

/** From the client. Everything is answered if an acknowledgement is asked for. */
export interface ClientEvents {
  joinRoom: (room: RoomPointer, ack?: (answer: RoomAck) => void) => void;
  leaveRoom: (room: RoomPointer, ack?: (answer: Ack) => void) => void;
  sendMessage: (message: z.input<typeof messageFields>, ack?: (answer: SentAck) => void) => void;
  /** Admins only. */
  closeChat: (room: RoomPointer, ack?: (answer: RoomAck) => void) => void;
  /** In a room that was joined; once in two seconds is enough, and more is dropped. */
  typing: (room: RoomPointer) => void;
  read: (pointer: ReadPointer, ack?: (answer: Ack) => void) => void;
}
