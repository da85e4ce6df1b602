import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import type { BackgroundWork } from '../background.ts';

/** A channel of Postgres' NOTIFY, heard on a connection of its own. */
export interface NotifiedChannel {
  /**
   * Whether what is notified arrives. Of a socket of this machine the kernel says at once when its other end is gone; a
   * TCP connection may be dead without a sign, so that its server is asked to answer every `beatMs`.
   */
  isHeard(): boolean;
  onNotice(listener: (payload: string) => void): void;
  /** Called when it is lost, and when it is heard again: what was notified meanwhile was missed. */
  onGap(listener: () => void): void;
  readonly background: BackgroundWork;
}

export interface ChannelOptions {
  readonly connection: pg.ClientConfig;
  readonly channel: string;
}

/** Two of them, and what is done then, fit into the second in which an end has to take effect. */
const beatMs = 250;
const reconnectAfterMs = 1_000;

export function notifiedChannel({ connection, channel }: ChannelOptions): NotifiedChannel {
  const noticed: ((payload: string) => void)[] = [];
  const gaps: (() => void)[] = [];
  let isHeard = false;
  const become = (next: boolean): void => {
    if (next === isHeard) return;
    isHeard = next;
    for (const listener of gaps) listener();
  };

  async function hear(signal: AbortSignal): Promise<void> {
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
      for (const listener of noticed) listener(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      become(true);
      await (client.host.startsWith('/') ? aborted(over) : untilSilent(client, over));
    } finally {
      become(false);
      // A silent server would not answer a goodbye.
      client.end().catch(() => undefined);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  return {
    isHeard: () => isHeard,
    onNotice: (listener) => void noticed.push(listener),
    onGap: (listener) => void gaps.push(listener),
    background: {
      name: channel,
      async run(signal) {
        while (!signal.aborted) {
          await hear(signal).catch(() => undefined);
          await delay(reconnectAfterMs, undefined, { signal }).catch(() => undefined);
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
    await delay(beatMs, undefined, { signal: over }).catch(() => undefined);
    // What has come while this process was busy is read before the next turn.
    await turn();
    if (!(await Promise.race([answered, false]))) return;
  }
}
