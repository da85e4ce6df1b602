import { z } from 'zod';
import type { sentMessage } from './endpoints/chat.ts';
import type { ChatMessageView, ChatRole, ChatRoomView, MessageFields } from './endpoints/chat-views.ts';
import type { PushedNotification } from './endpoints/notifications.ts';
import type { OrderView } from './endpoints/order-views.ts';
import type { priceEndpoints } from './endpoints/price.ts';

/** Sent by a client when it connects. Without a token it receives public changes only and cannot send. */
export const handshakeAuth = z.object({
  token: z.string().max(2_000).nullish(),
  language: z.string().max(10).nullish(),
});

/** A room, by the order's id alone as in the specification, or with the other side's order. */
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

/** A refusal: code and text of the catalogue (contracts/src/errors). */
export interface Refused {
  readonly ok: false;
  readonly code: string;
  readonly error: string;
  /** Seconds after which to retry, if a retry can succeed. */
  readonly retryAfter?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The acknowledgement of every request over the socket. */
type Ack<T extends object = object> = ({ readonly ok: true } & T) | Refused;
export type SentAck = z.output<typeof sentMessage> | Refused;
/** `refusal`: why the caller may read a joined room but not write to it, in their language. */
export type RoomAck = Ack<{ readonly room: ChatRoomView; readonly refusal?: string }>;

/** A participant is typing. It ends when no further event comes for some seconds, or a message does. */
interface TypingEvent {
  readonly room: string;
  readonly sender: string;
  readonly role: ChatRole;
}

/** A participant has read a room up to a message. */
interface ReadEvent {
  readonly room: string;
  readonly reader: string;
  readonly role: ChatRole;
  readonly seq: number;
}

/**
 * Displayed data may be outdated; the client fetches it again.
 *
 * - `order:<id>`, `trade:<id>`, `trail:<orderId>`: that one, and lists that may contain it. `member:<id>`: a member with
 *   their orders and matches. To its members and to admins.
 * - `account:<id>`: a member's status, roles, referral code or other data that staff edit. To admins and managers.
 * - `orders`: the public lists. `price`: the price. To all clients.
 * - `stats`, `fees`: to admins and managers. `journal`, `approval:<id>`: to admins.
 * - `chat:<room>`: a message or an end, to its members and to admins; a read mark, to its reader.
 * - `notifications`: some were marked as read. To their reader.
 * - `inquiries`: one was sent, answered, closed or deleted. To its author and to admins.
 * - `everything`: anything may have changed.
 */
export interface ChangedEvent {
  /** At least one. */
  readonly keys: readonly string[];
  /** With `price`: the current price, so that it need not be fetched. */
  readonly price?: z.output<typeof priceEndpoints.currentPrice.response> | undefined;
  /** With `order:<id>`, to its owner: the order as in their lists. Not for every order. */
  readonly orders?: readonly OrderView[] | undefined;
}

/** The session has ended; the server disconnects next. */
export interface EndedEvent {
  readonly code: 'INVALID_TOKEN' | 'SESSION_IDLE';
  readonly error: string;
}

/** From the server. Types of a `Server<ClientEvents, ServerEvents>` and of a `Socket<ServerEvents, ClientEvents>`. */
export interface ServerEvents {
  /** A new message of a joined room, or of a trade of a joined order. Usually in order: `seq` is its number in `room`. */
  message: (message: ChatMessageView) => void;
  typing: (event: TypingEvent) => void;
  read: (event: ReadEvent) => void;
  /** `closedAt`: ISO 8601. */
  closed: (event: { readonly room: string; readonly closedAt: string }) => void;
  changed: (event: ChangedEvent) => void;
  /** Sent once: clients that were offline find it in the lists. */
  notification: (event: PushedNotification) => void;
  ended: (event: EndedEvent) => void;
}

/** From the client. Every event is acknowledged on request. */
export interface ClientEvents {
  joinRoom: (room: RoomPointer, ack?: (answer: RoomAck) => void) => void;
  leaveRoom: (room: RoomPointer, ack?: (answer: Ack) => void) => void;
  sendMessage: (message: MessageFields, ack?: (answer: SentAck) => void) => void;
  /** Admins only. */
  closeChat: (room: RoomPointer, ack?: (answer: RoomAck) => void) => void;
  /** In a joined room; at most once a second, more are dropped. */
  typing: (room: RoomPointer) => void;
  read: (pointer: z.input<typeof readPointer>, ack?: (answer: Ack) => void) => void;
}
