import type { Position } from '@matgyo/event-store/event-log';
import { keepListening } from '@matgyo/event-store/postgres/own-connection';
import { SharedCall } from '@matgyo/event-store/shared-call';
import type pg from 'pg';
import { changesChannel, listenerName } from '../changes.ts';
import { connectionOf } from '../projection-pool.ts';
import { type Progress, readProgress } from '../read-progress.ts';
import type { Commit } from '../runner/commits.ts';
import type { RunningProjections } from '../runner/start-projections.ts';
import {
  groupOf,
  type LaterReadModel,
  type ReadModelName,
  readModelGroups,
  readModelNames,
} from '../tables.ts';
import type { PublishedChange } from '../write-batch.ts';

/** Waits until the read models show the events of a command. */
export type Visibility = ReturnType<typeof createVisibility>;

/**
 * Called when read models have changed, or may have. `change` is the change, if this process made it. `reconnected`
 * means that the database may have crashed. It may then have lost changes that were committed asynchronously, and gives
 * their numbers to later changes.
 */
export type WakeUpListener = (change?: PublishedChange | 'reconnected') => void;

/** The projections of this process. While this process is the leader, no other process commits to the read models. */
export type OwnProjections = Pick<RunningProjections, 'commits' | 'leads' | 'name' | 'hurry'>;

type Positions = ReadonlyMap<ReadModelName, Pick<Progress, 'position' | 'halted'>>;

/** How often positions are queried while calls wait, because a notification or its connection can be lost. */
const pollMs = 100;
const listenersEveryMs = 5_000;

interface Awaited {
  readonly position: Position;
  readonly names: readonly ReadModelName[];
}

/** The calls that wait. */
class Waiters {
  readonly #waiting = new Map<Awaited, (visible: boolean) => void>();

  get names(): readonly ReadModelName[] {
    return [...new Set([...this.#waiting.keys()].flatMap(({ names }) => names))];
  }

  async add(awaited: Awaited, withinMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), withinMs);
    this.#waiting.set(awaited, resolve);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(awaited);
    }
  }

  resolveShown(positions: Positions): void {
    for (const [awaited, resolve] of this.#waiting) if (shows(positions, awaited)) resolve(true);
  }

  end(): void {
    for (const resolve of this.#waiting.values()) resolve(false);
  }
}

/**
 * Keeps one connection for notifications until the signal aborts. Waiting calls are woken by this process's own
 * commits; while another process is the leader, all waiting calls share one query at a time.
 */
export function createVisibility({
  pool,
  signal,
  projections,
}: {
  readonly pool: pg.Pool;
  readonly signal: AbortSignal;
  readonly projections?: OwnProjections | undefined;
}) {
  const waiters = new Waiters();
  const listeners = new Set<WakeUpListener>();
  const own = new Map<ReadModelName, Pick<Progress, 'position' | 'halted'>>();

  const ownIsCurrent = (): boolean => {
    const leads = projections?.leads() === true;
    // Earlier notifications may be outdated once another process was the leader.
    if (!leads) own.clear();
    return leads;
  };
  const querying = new SharedCall(async () => {
    const progress = await readProgress(pool, waiters.names).catch(() => []);
    waiters.resolveShown(new Map(progress.map((one) => [one.name, one])));
  });
  const queryPositions = () => void querying.result();
  const wake = (reason?: 'reconnected'): void => {
    queryPositions();
    for (const listener of listeners) listener(reason);
  };

  const onCommit = ({ names, position, halted, change }: Commit): void => {
    for (const name of names) own.set(name, { position, halted });
    waiters.resolveShown(own);
    for (const listener of listeners) listener(change);
  };
  projections?.commits.on('commit', onCommit);
  const polling = setInterval(() => {
    if (!ownIsCurrent()) queryPositions();
  }, pollMs);
  const callingListeners = setInterval(() => wake(), listenersEveryMs);
  void keepListening({
    connection: { ...connectionOf(pool), application_name: listenerName },
    channel: changesChannel,
    signal,
    onNotification(payload) {
      // This process has handled its own commits already.
      if (payload === '' || payload !== projections?.name) wake();
    },
    onListening: (isFirst) => wake(isFirst ? undefined : 'reconnected'),
  });
  signal.addEventListener('abort', () => {
    projections?.commits.off('commit', onCommit);
    clearInterval(polling);
    clearInterval(callingListeners);
    waiters.end();
  });

  const positionsNow = async (): Promise<Positions> =>
    ownIsCurrent() ? own : new Map((await readProgress(pool, readModelNames)).map((one) => [one.name, one]));
  /**
   * Resolves to true once all of `names` have folded the log up to `position`, not waiting for halted ones; to false
   * when `withinMs` has passed. Never rejects.
   */
  const waitUntilVisible = async (position: Position, names: readonly ReadModelName[], withinMs: number) => {
    if (signal.aborted) return false;
    const awaited = { position, names };
    if (ownIsCurrent() && shows(own, awaited)) return true;
    const visible = waiters.add(awaited, withinMs);
    if (!ownIsCurrent()) queryPositions();
    else if (names.some((name) => groupOf(name) === 'later')) projections?.hurry(position);
    return visible;
  };
  return {
    waitUntilVisible,
    /** Like `waitUntilVisible`, for what the awaited read models show now. */
    async waitForLater(names: readonly LaterReadModel[], withinMs: number): Promise<boolean> {
      const positions = await positionsNow().catch(() => undefined);
      if (positions === undefined) return false;
      const position = furthest(positions, readModelGroups.awaited);
      return shows(positions, { position, names }) || waitUntilVisible(position, names, withinMs);
    },
    /**
     * Calls the listener with each change of this process, and without an argument whenever other processes may have
     * changed something: before this process's next change, and every 5 s. Returns the function that ends it.
     */
    onWakeUp(listener: WakeUpListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const furthest = (positions: Positions, names: readonly ReadModelName[]): Position =>
  names.map((name) => positions.get(name)?.position ?? ('' as Position)).reduce((a, b) => (a > b ? a : b));

const shows = (positions: Positions, { position, names }: Awaited): boolean =>
  names.every((name) => {
    const checkpoint = positions.get(name);
    return checkpoint !== undefined && (checkpoint.halted || checkpoint.position >= position);
  });
