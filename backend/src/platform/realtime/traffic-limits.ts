import { boundPackets, type Connection, hangUp, type SendQueue, watchSendQueue } from './connections.ts';

/** Data waiting for a socket that does not read. All of a member's sockets stay below 64 MiB. */
const queuedBytesMax = 1_048_576;
/** Per connection; a client that was offline may send its backlog. */
const packets = { burst: 2_000, perSecond: 100 };

export function createTrafficLimits() {
  const queues = new Set<SendQueue>();
  /** Counts the connections closed because they did not read or sent too much. */
  const cut = { slow: 0, flooding: 0 };
  return {
    /** Closes the connection when it does not read or sends too much. */
    limit(conn: Connection): void {
      const cutOff = (reason: keyof typeof cut): void => {
        cut[reason] += 1;
        hangUp(conn);
      };
      const queue = watchSendQueue(conn, queuedBytesMax, () => cutOff('slow'));
      boundPackets(conn, packets, () => cutOff('flooding'));
      queues.add(queue);
      conn.once('close', () => queues.delete(queue));
    },
    figures: () => ({ queuedBytes: [...queues].reduce((sum, { bytes }) => sum + bytes, 0), cut }),
  };
}
