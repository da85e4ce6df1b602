import type { Position } from '@matgyo/event-store/event-log';
import pg from 'pg';
import { changesChannel } from '../changes.ts';
import { connectionOf } from '../projection-pool.ts';
import { type Progress, readProgress } from '../read-progress.ts';
import type { ReadModelName } from '../tables.ts';

/** Tells when the read models show what a command appended. */
export interface Visibility {
  /**
   * Resolves to true once all of `names` have folded the log up to `position`; a halted one is not waited for.
   * To false when `deadlineMs` has passed. Never rejects.
   */
  waitUntilVisible(position: Position, names: readonly ReadModelName[], deadlineMs: number): Promise<boolean>;
  /** Calls the listener whenever something may have changed, and every 5 s. Returns how to stop it. */
  onWakeUp(listener: () => void): () => void;
}

/** How often waiters look by themselves: a wake-up can be lost, and the connection that brings it too. */
const lookEveryMs = 100;
const listenersEveryMs = 5_000;
const reconnectEveryMs = 1_000;

interface Waiter {
  readonly position: Position;
  readonly names: readonly ReadModelName[];
  readonly resolve: (visible: boolean) => void;
}

/** Holds one connection for wake-ups until the signal aborts; everybody who waits shares one look at a time. */
export function createVisibility({
  pool,
  signal,
}: {
  readonly pool: pg.Pool;
  readonly signal: AbortSignal;
}): Visibility {
  const waiters = new Set<Waiter>();
  const listeners = new Set<() => void>();
  let looking = false;
  let again = false;

  const look = async (): Promise<void> => {
    again = true;
    if (looking) return;
    looking = true;
    while (again && waiters.size > 0) {
      again = false;
      const names = [...new Set([...waiters].flatMap((waiter) => waiter.names))];
      const progress = await readProgress(pool, names).catch(() => undefined);
      if (progress === undefined) break;
      const standings = new Map(progress.map((one) => [one.name, one]));
      for (const waiter of waiters) if (shows(standings, waiter)) settle(waiter, true);
    }
    looking = false;
  };
  const settle = (waiter: Waiter, visible: boolean): void => {
    if (waiters.delete(waiter)) waiter.resolve(visible);
  };
  const wake = (): void => {
    void look();
    for (const listener of listeners) listener();
  };

  const looks = setInterval(() => void look(), lookEveryMs);
  const calls = setInterval(wake, listenersEveryMs);
  listenForWakeUps(connectionOf(pool), signal, wake);
  signal.addEventListener('abort', () => {
    clearInterval(looks);
    clearInterval(calls);
    for (const waiter of waiters) settle(waiter, false);
  });

  return {
    waitUntilVisible(position, names, deadlineMs) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(waiter, false), deadlineMs);
        const waiter: Waiter = {
          position,
          names,
          resolve: (visible) => {
            clearTimeout(timer);
            resolve(visible);
          },
        };
        waiters.add(waiter);
        void look();
      });
    },
    onWakeUp(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const shows = (standings: ReadonlyMap<ReadModelName, Progress>, { position, names }: Waiter): boolean =>
  names.every((name) => {
    const standing = standings.get(name);
    return standing !== undefined && (standing.halted || standing.position >= position);
  });

/** Listens on a connection of its own, and on another one whenever that is lost, until aborted. */
function listenForWakeUps(connection: pg.ClientConfig, signal: AbortSignal, wake: () => void): void {
  if (signal.aborted) return;
  const client = new pg.Client({
    ...connection,
    keepAlive: true,
    application_name: 'matgyo wake-ups',
    connectionTimeoutMillis: 5_000,
  });
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    signal.removeEventListener('abort', end);
    client.end().catch(() => {});
    if (!signal.aborted)
      setTimeout(() => listenForWakeUps(connection, signal, wake), reconnectEveryMs).unref();
  };
  client.on('notification', wake);
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  client
    .connect()
    .then(() => client.query(`listen ${changesChannel}`))
    .then(wake, end);
}
