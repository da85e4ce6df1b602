import type { IncomingMessage } from 'node:http';
import type { Sockets } from './sockets.ts';

export type Connection = Parameters<Parameters<Sockets['engine']['on']>[1]>[0];
interface Packet {
  readonly data?: string | ArrayBufferView | ArrayBuffer;
  readonly options?: { readonly wsPreEncodedFrame?: readonly { readonly length: number }[] };
}

/** Data waiting to be sent to a connection. */
export interface SendQueue {
  readonly bytes: number;
}

/**
 * Counts data handed to a connection that has not left the process. Calls `onFull` beyond `bytesMax`: data for a
 * client that does not read would fill the memory.
 */
export function watchSendQueue(conn: Connection, bytesMax: number, onFull: () => void): SendQueue {
  // A batch is sent when the one before has left; later packets wait for the next batch.
  let sending = 0;
  let waiting = 0;
  const queuedBytes = (): number => (conn.transport.writable ? 0 : sending) + waiting;
  conn.on('packetCreate', (packet: Packet) => {
    waiting += sizeOf(packet);
    if (queuedBytes() > bytesMax) onFull();
  });
  conn.on('flush', () => {
    sending = waiting;
    waiting = 0;
  });
  return {
    get bytes() {
      return queuedBytes();
    },
  };
}

const packetOverhead = 32;

function sizeOf({ data, options }: Packet): number {
  const frame = options?.wsPreEncodedFrame?.reduce((sum, { length }) => sum + length, 0);
  if (frame !== undefined) return packetOverhead + frame;
  if (data === undefined) return packetOverhead;
  // A waiting string takes up to two bytes per character.
  return packetOverhead + (typeof data === 'string' ? data.length * 2 : data.byteLength);
}

/**
 * Raises the message size limit of one connection above the server's `maxHttpBufferSize`. Incomplete messages
 * are buffered in memory. Neither transport has a public setting for one connection.
 */
export function raiseMessageBytesMax(conn: Connection, bytesMax: number): void {
  const setLimit = (transport: unknown): void => {
    const { socket } = transport as { socket?: { _receiver?: { _maxPayload: number } } };
    if (socket?._receiver) socket._receiver._maxPayload = bytesMax;
    else (transport as { maxHttpBufferSize: number }).maxHttpBufferSize = bytesMax;
  };
  setLimit(conn.transport);
  conn.on('upgrade', setLimit);
}

export interface PacketBounds {
  readonly burst: number;
  /** Refill rate. */
  readonly perSecond: number;
}

/** Packet size that counts as one; an image of 7 MB counts as 280 packets. */
const bytesOfAPacket = 25_000;

/**
 * Calls `onFlood` when a connection sends too much, or sends binary data: no client sends any, and Socket.IO would
 * buffer it until all announced parts have arrived.
 */
export function boundPackets(
  conn: Connection,
  { burst, perSecond }: PacketBounds,
  onFlood: () => void,
): void {
  let tokens = burst;
  let at = performance.now();
  conn.on('packet', ({ data = '' }: Packet) => {
    if (typeof data !== 'string') return onFlood();
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond) - 1 - data.length / bytesOfAPacket;
    at = now;
    if (tokens < 0) onFlood();
  });
}

/**
 * Ends a connection at once; a graceful close would wait for the client. For polling it ends only the open requests:
 * behind a proxy, the first connection may carry another client's requests by now.
 */
export function hangUp(conn: Connection): void {
  const { socket, req, dataReq } = conn.transport as {
    /** A WebSocket would wait 30 s for the closing handshake. */
    readonly socket?: { terminate?(): void };
    readonly req?: IncomingMessage | null;
    readonly dataReq?: IncomingMessage | null;
  };
  conn.close(true);
  socket?.terminate?.();
  req?.socket.destroy();
  dataReq?.socket.destroy();
}
