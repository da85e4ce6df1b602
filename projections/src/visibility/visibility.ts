import type { Position } from '@matgyo/event-store/event-log';
import pg from 'pg';
import { changesChannel } from '../changes.ts';
import { connectionOf } from '../projection-pool.ts';
import { type Progress, readProgress } from '../read-progress.ts';
import type { RunningProjections } from '../runner/start-projections.ts';
import type { ReadModelName } from '../tables.ts';
import type { Announced } from '../write-batch.ts';

/** Waits until the read models show the events of a command. */
export interface Visibility {
  /**
   * Resolves to true once all of `names` have folded the log up to `position`, not waiting for halted ones; to false
   * when `withinMs` has passed. Never rejects.
   */
  waitUntilVisible(position: Position, names: readonly ReadModelName[], withinMs: number): Promise<boolean>;
  /**
   * Calls the listener with each change of this process, and without an argument whenever other processes may have
   * changed something: before this process's next change, and every 5 s. Returns the function that ends it.
   */
  onWakeUp(listener: WakeUpListener): () => void;
}

/**
 * `reconnected`: the database may have crashed and lost changes that were committed asynchronously, and gives their
 * numbers to later changes.
 */
export type WakeUpListener = (change?: Announced | 'reconnected') => void;

/** The projections of this process. While they lead, there are no commits but theirs. */
export type OwnProjections = Pick<RunningProjections, 'commits' | 'leads' | 'name'>;

type Positions = ReadonlyMap<ReadModelName, Pick<Progress, 'position' | 'halted'>>;

/** Poll interval of waiting calls: a wake-up, or its connection, can be lost. */
const pollMs = 100;
const listenersEveryMs = 5_000;
const reconnectEveryMs = 1_000;

interface Waiter {
  readonly position: Position;
  readonly names: readonly ReadModelName[];
  readonly resolve: (visible: boolean) => void;
}

/**
 * Keeps one connection for notifications until the signal aborts. Waiting calls are woken by this process's own commits;
 * while another process is the leader, all waiting calls share one query at a time.
 */
export function createVisibility({
  pool,
  signal,
  projections,
}: {
  readonly pool: pg.Pool;
  readonly signal: AbortSignal;
  readonly projections?: OwnProjections | undefined;
}): Visibility {
  const waiters = new Set<Waiter>();
  const listeners = new Set<WakeUpListener>();
  const own = new Map<ReadModelName, Pick<Progress, 'position' | 'halted'>>();
  let looking = false;
  let again = false;

  const isTold = (): boolean => {
    const leads = projections?.leads() === true;
    // Earlier notifications may be outdated once another process was the leader.
    if (!leads) own.clear();
    return leads;
  };
  const look = async (): Promise<void> => {
    again = true;
    if (looking) return;
    looking = true;
    while (again && waiters.size > 0) {
      again = false;
      const names = [...new Set([...waiters].flatMap((waiter) => waiter.names))];
      const progress = await readProgress(pool, names).catch(() => undefined);
      if (progress === undefined) break;
      resolveShown(new Map(progress.map((one) => [one.name, one])));
    }
    looking = false;
  };
  const resolveShown = (positions: Positions): void => {
    for (const waiter of waiters) if (shows(positions, waiter)) resolveWaiter(waiter, true);
  };
  const resolveWaiter = (waiter: Waiter, visible: boolean): void => {
    if (waiters.delete(waiter)) waiter.resolve(visible);
  };
  const wake = (reason?: 'reconnected'): void => {
    void look();
    for (const listener of listeners) listener(reason);
  };

  const stopListening = projections?.commits.listen(({ names, position, halted, change }) => {
    for (const name of names) own.set(name, { position, halted });
    resolveShown(own);
    for (const listener of listeners) listener(change);
  });
  const looks = setInterval(() => {
    if (!isTold()) void look();
  }, pollMs);
  const calls = setInterval(() => wake(), listenersEveryMs);
  listenForWakeUps({ connection: connectionOf(pool), signal, ignored: projections?.name, wake });
  signal.addEventListener('abort', () => {
    stopListening?.();
    clearInterval(looks);
    clearInterval(calls);
    for (const waiter of waiters) resolveWaiter(waiter, false);
  });

  return {
    waitUntilVisible(position, names, withinMs) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolveWaiter(waiter, false), withinMs);
        const waiter: Waiter = {
          position,
          names,
          resolve: (visible) => {
            clearTimeout(timer);
            resolve(visible);
          },
        };
        waiters.add(waiter);
        if (isTold()) resolveShown(own);
        else void look();
      });
    },
    onWakeUp(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const shows = (positions: Positions, { position, names }: Waiter): boolean =>
  names.every((name) => {
    const checkpoint = positions.get(name);
    return checkpoint !== undefined && (checkpoint.halted || checkpoint.position >= position);
  });

interface Listening {
  readonly connection: pg.ClientConfig;
  readonly signal: AbortSignal;
  /** The name of the own projections, whose wake-ups carry no news. */
  readonly ignored: string | undefined;
  readonly wake: (reason?: 'reconnected') => void;
}

/** Listens on a dedicated connection, reconnecting when it is lost, until aborted. */
function listenForWakeUps(listening: Listening, reason?: 'reconnected'): void {
  const { connection, signal, ignored, wake } = listening;
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
      setTimeout(() => listenForWakeUps(listening, 'reconnected'), reconnectEveryMs).unref();
  };
  client.on('notification', ({ payload }) => {
    if (payload === '' || payload !== ignored) wake();
  });
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  client
    .connect()
    .then(() => client.query(`listen ${changesChannel}`))
    .then(() => wake(reason), end);
}
