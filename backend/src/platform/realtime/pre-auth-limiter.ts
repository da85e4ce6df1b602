import type { IncomingMessage } from 'node:http';
import { createGroups } from '../http/groups.ts';
import type { Connection } from './connections.ts';

interface PreAuthLimiterOptions {
  readonly perNetworkMax: number;
  readonly totalMax: number;
  /** A graceful close of a polling connection would wait 30 s for its next request. */
  readonly waitMsMax: number;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly hangUp: (conn: Connection) => void;
}

/**
 * Limits connections that have not authenticated yet, in number and time, apart from sockets. When all are taken, the
 * network with the most loses its oldest, so an attacker blocks its own connections first (docs/decisions/limits.md).
 */
export function createPreAuthLimiter(options: PreAuthLimiterOptions) {
  const { networkOf, hangUp, perNetworkMax, totalMax, waitMsMax } = options;
  const waiting = createGroups<Connection>();
  /** Accepted requests that are not connections yet. */
  const arriving = createGroups<IncomingMessage>();
  const timers = new WeakMap<Connection, NodeJS.Timeout>();
  const leave = (conn: Connection): void => {
    waiting.remove(conn);
    clearTimeout(timers.get(conn));
  };
  const cut = (conn: Connection): void => {
    leave(conn);
    hangUp(conn);
  };
  return {
    mayEnter(request: IncomingMessage): boolean {
      const network = networkOf(request);
      if (waiting.sizeOf(network) + arriving.sizeOf(network) >= perNetworkMax) return false;
      arriving.add(request, network);
      // A request becomes a connection within this turn of the event loop, or fails.
      setImmediate(() => arriving.remove(request));
      return true;
    },
    /** Counts the connection until it leaves or closes. */
    enter(conn: Connection): void {
      arriving.remove(conn.request);
      if (waiting.size() >= totalMax) {
        const oldest = waiting.oldestOfLargest();
        if (oldest !== undefined) cut(oldest);
      }
      waiting.add(conn, networkOf(conn.request));
      timers.set(
        conn,
        setTimeout(() => cut(conn), waitMsMax),
      );
      conn.once('close', () => leave(conn));
    },
    leave,
    count: waiting.size,
  };
}
