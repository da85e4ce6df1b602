import { setImmediate as nextTick } from 'node:timers/promises';
import { pause } from '@matgyo/event-store/deadline';
import pg from 'pg';
import type { BackgroundWork } from '../background.ts';

/** A Postgres NOTIFY channel with a connection of its own. */
export interface NotifiedChannel {
  /**
   * Whether notifications arrive. The kernel reports the end of a local socket at once; a TCP connection may be dead
   * unnoticed, so the server must answer every `beatMs`.
   */
  isListening(): boolean;
  onNotification(listener: (payload: string) => void): void;
  /** Called when the connection is lost and when it is back: notifications in between were missed. */
  onGap(listener: () => void): void;
  readonly background: BackgroundWork;
}

export interface ChannelOptions {
  readonly connection: pg.ClientConfig;
  readonly channel: string;
}

/** Two beats and the reaction fit into the second in which an ended session must take effect. */
const beatMs = 250;
const reconnectAfterMs = 1_000;

export function notifiedChannel({ connection, channel }: ChannelOptions): NotifiedChannel {
  const listeners: ((payload: string) => void)[] = [];
  const gaps: (() => void)[] = [];
  let isListening = false;
  const setListening = (next: boolean): void => {
    if (next === isListening) return;
    isListening = next;
    for (const listener of gaps) listener();
  };

  async function listen(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...connection,
      application_name: `matgyo ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const lost = new AbortController();
    const over = AbortSignal.any([signal, lost.signal]);
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload = '' }) => {
      for (const listener of listeners) listener(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      setListening(true);
      await (client.host.startsWith('/') ? aborted(over) : untilSilent(client, over));
    } finally {
      setListening(false);
      // An unresponsive server would not answer a graceful end.
      client.end().catch(() => undefined);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  return {
    isListening: () => isListening,
    onNotification: (listener) => void listeners.push(listener),
    onGap: (listener) => void gaps.push(listener),
    background: {
      name: channel,
      async run(signal) {
        while (!signal.aborted) {
          await listen(signal).catch(() => undefined);
          await pause(reconnectAfterMs, signal);
        }
      },
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function untilSilent(client: pg.Client, over: AbortSignal): Promise<void> {
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
