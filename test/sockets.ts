import { randomUUID } from 'node:crypto';
import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import type { ClientEvents, RoomAck, SentAck, ServerEvents } from '@matgyo/contracts/realtime';
import { io, type Socket } from 'socket.io-client';

export type TestSocket = Socket<ServerEvents, ClientEvents>;

const waitMsMax = 60_000;

export interface SocketOptions {
  /** Missing for a visitor. */
  readonly token?: string;
  readonly transports?: ('websocket' | 'polling')[];
  /** Whether it reconnects automatically. */
  readonly reconnection?: boolean;
  readonly headers?: Record<string, string>;
}

/** A socket to a test server, not yet connected. The caller closes it. */
export const socketTo = (url: string, options: SocketOptions = {}): TestSocket =>
  io(url, {
    auth: { ...(options.token !== undefined && { token: options.token }), language: 'en' },
    transports: options.transports ?? ['websocket'],
    reconnection: options.reconnection ?? false,
    reconnectionDelay: 10,
    reconnectionDelayMax: 50,
    autoConnect: false,
    forceNew: true,
    ackTimeout: waitMsMax,
    ...(options.headers && { extraHeaders: options.headers }),
  });

/** Connects, or throws the server's refusal: `{code, error}` if it gave one. */
export async function connected(socket: TestSocket): Promise<TestSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error('not connected in time')), waitMsMax);
  socket.once('connect', resolve);
  socket.once('connect_error', (error) => reject((error as { data?: unknown }).data ?? error));
  socket.connect();
  try {
    await promise;
    return socket;
  } catch (error) {
    socket.disconnect();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];

/** The next matching event. */
export async function nextEvent<E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
  matches: (payload: Payload<E>) => boolean = () => true,
): Promise<Payload<E>> {
  const { promise, resolve, reject } = Promise.withResolvers<Payload<E>>();
  const late = setTimeout(() => reject(new Error(`no such ${event} in time`)), waitMsMax);
  const listener = (payload: Payload<E>): void => {
    if (matches(payload)) resolve(payload);
  };
  const untyped = socket as unknown as Record<'on' | 'off', (event: string, listener: unknown) => void>;
  untyped.on(event, listener);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    untyped.off(event, listener);
  }
}

/** The reason of the next disconnection. */
export async function disconnectReason(socket: TestSocket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(() => reject(new Error('not disconnected in time')), waitMsMax);
  socket.once('disconnect', resolve);
  return promise.finally(() => clearTimeout(late));
}

export const join = (socket: TestSocket, room: Parameters<ClientEvents['joinRoom']>[0]): Promise<RoomAck> =>
  socket.emitWithAck('joinRoom', room);

export const send = (
  socket: TestSocket,
  orderId: string,
  content: string,
  more: object = {},
): Promise<SentAck> =>
  socket.emitWithAck('sendMessage', { orderId, content, clientId: randomUUID(), ...more });

/** The message of a successful acknowledgement. */
export function ackedMessage(answer: SentAck): ChatMessageView {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  return answer.message;
}
