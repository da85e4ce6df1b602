import type { IncomingMessage } from 'node:http';
import type { Connection } from './connections.ts';

interface PreAuthBounds {
  /** Per network. */
  readonly perNetworkMax: number;
  readonly totalMax: number;
  /** A graceful close of a polling connection would wait 30 s for its next request. */
  readonly waitMsMax: number;
}

/**
 * Limits connections that have not authenticated yet, in number and time, apart from sockets. When all are taken, the
 * network with the most loses its oldest, so an attacker blocks its own connections first (docs/decisions/limits.md).
 */
export interface PreAuthLimiter {
  /** Whether a network may open one more connection. */
  mayEnter(request: IncomingMessage): boolean;
  /** Counts the connection until it leaves or closes. */
  enter(conn: Connection): void;
  leave(conn: Connection): void;
  count(): number;
}

interface PreAuthLimiterOptions extends PreAuthBounds {
  readonly networkOf: (request: IncomingMessage) => string;
  readonly hangUp: (conn: Connection) => void;
}

export function createPreAuthLimiter(options: PreAuthLimiterOptions): PreAuthLimiter {
  const { networkOf, hangUp, perNetworkMax, totalMax, waitMsMax } = options;
  const waiting = groupByNetwork<Connection>();
  /** Accepted requests that are not connections yet. */
  const arriving = groupByNetwork<IncomingMessage>();
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
    mayEnter(request) {
      const network = networkOf(request);
      if (waiting.sizeOf(network) + arriving.sizeOf(network) >= perNetworkMax) return false;
      arriving.add(request, network);
      // A request becomes a connection within this turn of the event loop, or fails.
      setImmediate(() => arriving.remove(request));
      return true;
    },
    enter(conn) {
      arriving.remove(conn.request);
      if (waiting.size() >= totalMax) {
        const oldest = waiting.oldestOfBusiest();
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

/** Items by network, in order of arrival. */
function groupByNetwork<T extends object>() {
  const byNetwork = new Map<string, Set<T>>();
  const networks = new Map<T, string>();
  return {
    add(one: T, network: string): void {
      byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(one));
      networks.set(one, network);
    },
    remove(one: T): void {
      const network = networks.get(one);
      if (network === undefined) return;
      networks.delete(one);
      const group = byNetwork.get(network);
      group?.delete(one);
      if (group?.size === 0) byNetwork.delete(network);
    },
    sizeOf: (network: string): number => byNetwork.get(network)?.size ?? 0,
    size: (): number => networks.size,
    oldestOfBusiest(): T | undefined {
      let largest: ReadonlySet<T> = new Set();
      for (const group of byNetwork.values()) if (group.size > largest.size) largest = group;
      return largest.values().next().value;
    },
  };
}
