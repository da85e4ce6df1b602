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
 * `mostBytes`: somebody who does not read would otherwise have it all kept for them.
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

export interface PacketBounds {
  /** At once. */
  readonly most: number;
  /** Given back. */
  readonly perSecond: number;
  /** What one packet of somebody without a token may hold. */
  readonly mostBytesOfAVisitor: number;
  readonly isMember: () => boolean;
}

/** A large packet counts as several: one of 7 MB, an image, as 280. */
const bytesOfAPacket = 25_000;

/** Calls `onFlood` when a connection says more than it may. */
export function boundPackets(
  conn: Connection,
  { most, perSecond, mostBytesOfAVisitor, isMember }: PacketBounds,
  onFlood: () => void,
): void {
  let left = most;
  let at = performance.now();
  conn.on('packet', ({ data }: Packet) => {
    const bytes = typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
    const now = performance.now();
    left = Math.min(most, left + ((now - at) / 1_000) * perSecond) - 1 - bytes / bytesOfAPacket;
    at = now;
    if (left < 0 || (bytes > mostBytesOfAVisitor && !isMember())) onFlood();
  });
}

/** Ends a connection at once: what a polite end would wait for is exactly what does not come. */
export function hangUp(conn: Connection): void {
  const { transport, request } = conn;
  conn.close(true);
  // A WebSocket waits half a minute for the other side's goodbye; a polling request has none.
  const { socket } = transport as { readonly socket?: { terminate?(): void } };
  if (socket?.terminate !== undefined) socket.terminate();
  else request.socket.destroy();
}
