import type { IncomingMessage } from 'node:http';
import type { Sockets } from './sockets.ts';

export type Connection = Parameters<Parameters<Sockets['engine']['on']>[1]>[0];
interface Packet {
  readonly data?: string | ArrayBufferView | ArrayBuffer;
  readonly options?: { readonly wsPreEncodedFrame?: readonly { readonly length: number }[] };
}

/** What waits to be sent to one connection. */
export interface SendQueue {
  readonly bytes: number;
}

/**
 * Counts what is handed to a connection and has not left this process. `onFull` is called once more waits than
 * `mostBytes`: the data for a client that does not read would otherwise all stay in memory.
 */
export function watchSendQueue(conn: Connection, mostBytes: number, onFull: () => void): SendQueue {
  // A batch is handed over when the one before it has left; what comes meanwhile waits for the next.
  let leaving = 0;
  let waiting = 0;
  const held = (): number => (conn.transport.writable ? 0 : leaving) + waiting;
  conn.on('packetCreate', (packet: Packet) => {
    waiting += sizeOf(packet);
    if (held() > mostBytes) onFull();
  });
  conn.on('flush', () => {
    leaving = waiting;
    waiting = 0;
  });
  return {
    get bytes() {
      return held();
    },
  };
}

const perPacket = 32;

function sizeOf({ data, options }: Packet): number {
  const frame = options?.wsPreEncodedFrame?.reduce((sum, { length }) => sum + length, 0);
  if (frame !== undefined) return perPacket + frame;
  if (data === undefined) return perPacket;
  // A string takes up to two bytes for each unit while it waits.
  return perPacket + (typeof data === 'string' ? data.length * 2 : data.byteLength);
}

/**
 * From here on one message of a connection may be that long, rather than as long as the server's `maxHttpBufferSize`.
 * Both keep what has come of a message until all of it has; neither has a public name for one connection's bound.
 */
export function takeUpTo(conn: Connection, mostBytes: number): void {
  const raise = (transport: unknown): void => {
    const { socket } = transport as { socket?: { _receiver?: { _maxPayload: number } } };
    if (socket?._receiver) socket._receiver._maxPayload = mostBytes;
    else (transport as { maxHttpBufferSize: number }).maxHttpBufferSize = mostBytes;
  };
  raise(conn.transport);
  conn.on('upgrade', raise);
}

export interface PacketBounds {
  /** At once. */
  readonly most: number;
  /** Given back. */
  readonly perSecond: number;
}

/** A large packet counts as several: one of 7 MB, an image, as 280. */
const bytesOfAPacket = 25_000;

/**
 * Calls `onFlood` when a connection says more than it may, or says it in bytes: nothing here is said in bytes, and
 * Socket.IO keeps those until the last one that was announced has come.
 */
export function boundPackets(conn: Connection, { most, perSecond }: PacketBounds, onFlood: () => void): void {
  let left = most;
  let at = performance.now();
  conn.on('packet', ({ data = '' }: Packet) => {
    if (typeof data !== 'string') return onFlood();
    const now = performance.now();
    left = Math.min(most, left + ((now - at) / 1_000) * perSecond) - 1 - data.length / bytesOfAPacket;
    at = now;
    if (left < 0) onFlood();
  });
}

/**
 * Ends a connection at once: what a polite end would wait for is exactly what does not come. Of one that polls, the
 * requests that are open now: behind a proxy, its first connection may carry another client's requests by now.
 */
export function hangUp(conn: Connection): void {
  const { socket, req, dataReq } = conn.transport as {
    /** A WebSocket waits half a minute for the other side's goodbye. */
    readonly socket?: { terminate?(): void };
    readonly req?: IncomingMessage | null;
    readonly dataReq?: IncomingMessage | null;
  };
  conn.close(true);
  socket?.terminate?.();
  req?.socket.destroy();
  dataReq?.socket.destroy();
}
