import type { IncomingMessage } from 'node:http';
import type { Sockets } from './sockets.ts';

export type Connection = Parameters<Parameters<Sockets['engine']['on']>[1]>[0];
interface Packet {
  readonly data?: string | ArrayBufferView | ArrayBuffer;
  readonly options?: { readonly wsPreEncodedFrame?: readonly { readonly length: number }[] };
}

/** Data waiting for a socket that does not read. All of a member's sockets stay below 64 MiB. */
const queuedBytesMax = 1_048_576;

/**
 * Counts data handed to a connection that has not left the process. Calls `onFull` beyond `queuedBytesMax`: data for a
 * client that does not read would fill the memory.
 */
function watchSendQueue(conn: Connection, onFull: () => void): () => number {
  // A batch is sent when the one before has left; later packets wait for the next batch.
  let sending = 0;
  let waiting = 0;
  const queuedBytes = (): number => (conn.transport.writable ? 0 : sending) + waiting;
  conn.on('packetCreate', (packet: Packet) => {
    waiting += sizeOf(packet);
    if (queuedBytes() > queuedBytesMax) onFull();
  });
  conn.on('flush', () => {
    sending = waiting;
    waiting = 0;
  });
  return queuedBytes;
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

/** Per connection; a client that was offline may send its backlog. */
const packets = { burst: 2_000, perSecond: 100 };
/** Packet size that counts as one; an image of 7 MB counts as 280 packets. */
const bytesOfAPacket = 25_000;

/**
 * Calls `onFlood` when a connection sends too much, or sends binary data: no client sends any, and Socket.IO would
 * buffer it until all announced parts have arrived.
 */
function boundPackets(conn: Connection, onFlood: () => void): void {
  const { burst, perSecond } = packets;
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

export function createTrafficLimits() {
  const queues = new Set<() => number>();
  /** Counts the connections closed because they did not read or sent too much. */
  const cut = { slow: 0, flooding: 0 };
  return {
    /** Closes the connection when it does not read or sends too much. */
    limit(conn: Connection): void {
      const cutOff = (reason: keyof typeof cut): void => {
        cut[reason] += 1;
        hangUp(conn);
      };
      const queuedBytes = watchSendQueue(conn, () => cutOff('slow'));
      boundPackets(conn, () => cutOff('flooding'));
      queues.add(queuedBytes);
      conn.once('close', () => queues.delete(queuedBytes));
    },
    figures: () => ({ queuedBytes: [...queues].reduce((sum, queuedBytes) => sum + queuedBytes(), 0), cut }),
  };
}
