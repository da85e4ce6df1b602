import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import pg from 'pg';
import { pause } from '../deadline.ts';

/** A server that hangs may leave a statement without an answer for ever. */
const answerMsMax = 5_000;

/** A connection that is no pool's, not connected yet; `lost` aborts when it breaks or ends. */
export function ownConnection(config: pg.ClientConfig) {
  const client = new pg.Client({
    ...config,
    keepAlive: true,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  return { client, lost: lost.signal };
}

export interface Listening {
  readonly connection: pg.ClientConfig;
  readonly channel: string;
  /**
   * A server beyond TCP must answer this often. The kernel reports the end of a local socket at once; a TCP connection
   * may be dead unnoticed. Default: it is only noticed when the kernel gives up.
   */
  readonly beatMs?: number;
  readonly signal: AbortSignal;
  readonly onNotification: (payload: string) => void;
  /** `isFirst`: no connection was tried before, so no notification can have been missed. */
  readonly onListening: (isFirst: boolean) => void;
  readonly onLost?: () => void;
}

const reconnectAfterMs = 1_000;

/** Listens to a NOTIFY channel on a connection of its own, and on another one after each that is lost, until aborted. */
export async function keepListening(listening: Listening): Promise<void> {
  const { signal } = listening;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await listenOnce(listening, isFirst).catch(() => undefined);
    await pause(reconnectAfterMs, signal);
  }
}

async function listenOnce(listening: Listening, isFirst: boolean): Promise<void> {
  const { connection, channel, beatMs, signal, onNotification, onListening, onLost } = listening;
  const { client, lost } = ownConnection(connection);
  const over = AbortSignal.any([signal, lost]);
  client.on('notification', ({ payload = '' }) => onNotification(payload));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    over.throwIfAborted();
    onListening(isFirst);
    if (beatMs !== undefined && !client.host.startsWith('/')) await untilSilent(client, beatMs, over);
    else if (!over.aborted) await once(over, 'abort');
  } finally {
    onLost?.();
    // An unresponsive server would not answer a graceful end.
    client.end().catch(() => undefined);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

async function untilSilent(client: pg.Client, beatMs: number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const answered = client.query('').then(
      () => true,
      () => false,
    );
    await pause(beatMs, over);
    // Replies that arrived while this process was busy are read first.
    await nextTick();
    if (!(await Promise.race([answered, false]))) return;
  }
}
