import type { IncomingMessage } from 'node:http';
import type { Connection } from './connections.ts';

interface WaitingBounds {
  /** Of one network. */
  readonly mostOfANetwork: number;
  readonly mostInAll: number;
  /** For so long. A polite end of one that polls would wait half a minute for it to come back. */
  readonly longestMs: number;
}

/**
 * Connections that have not yet said whose socket they are. Anybody may open those, so they are bounded apart from
 * sockets and in time. When all places are taken, the network with the most loses its oldest one, so that an attacker
 * blocks its own connections first (docs/decisions/limits.md).
 */
export interface PreAuthLimiter {
  /** Whether one more may come from there. */
  mayEnter(request: IncomingMessage): boolean;
  /** It waits until it leaves or closes. */
  enter(conn: Connection): void;
  leave(conn: Connection): void;
  count(): number;
}

interface PreAuthLimiterOptions extends WaitingBounds {
  readonly networkOf: (request: IncomingMessage) => string;
  readonly hangUp: (conn: Connection) => void;
}

export function createPreAuthLimiter(options: PreAuthLimiterOptions): PreAuthLimiter {
  const { networkOf, hangUp, mostOfANetwork, mostInAll, longestMs } = options;
  const waiting = groups<Connection>();
  /** Let in, and no connections yet. */
  const arriving = groups<IncomingMessage>();
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
      if (waiting.sizeOf(network) + arriving.sizeOf(network) >= mostOfANetwork) return false;
      arriving.add(request, network);
      // It is a connection before the turn of the loop ends, or never: some fail to become one.
      setImmediate(() => arriving.remove(request));
      return true;
    },
    enter(conn) {
      arriving.remove(conn.request);
      if (waiting.size() >= mostInAll) {
        const oldest = waiting.oldestOfLargest();
        if (oldest !== undefined) cut(oldest);
      }
      waiting.add(conn, networkOf(conn.request));
      timers.set(
        conn,
        setTimeout(() => cut(conn), longestMs),
      );
      conn.once('close', () => leave(conn));
    },
    leave,
    count: waiting.size,
  };
}

/** Things by their network, each network's in the order they came. */
function groups<T extends object>() {
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
    oldestOfLargest(): T | undefined {
      let largest: ReadonlySet<T> = new Set();
      for (const group of byNetwork.values()) if (group.size > largest.size) largest = group;
      return largest.values().next().value;
    },
  };
}
