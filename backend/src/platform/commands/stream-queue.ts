import type { LedgerLog } from './stream-history.ts';
import type { Timing } from './timing.ts';

/** Other writers, or a log that did not answer, took until the deadline. Nothing was appended; trying again is safe. */
export class StreamContended extends Error {
  override readonly name = 'StreamContended';
  readonly stream: string;

  constructor(stream: string) {
    super(`appending to ${stream} took until its deadline`);
    this.stream = stream;
  }
}

/** Writers beyond this would not get their turn in time and are refused. */
const waitingMax = 1_000;

export interface QueueWait {
  readonly timing: Timing;
  readonly withinMs: number;
}

/** A writer's entry in a stream's queue. The writer must leave, or all later ones wait until their deadlines. */
export interface QueueEntry {
  /** Whether other writers came first. */
  readonly waited: boolean;
  readonly leave: () => void;
}

/** Serializes the writers of a stream. */
export interface StreamQueues {
  /** Resolves when all earlier writers have finished. Throws `StreamContended` if that takes longer than `withinMs`. */
  enter(stream: string, wait: QueueWait): Promise<QueueEntry>;
}

/**
 * Queues writers of one process per stream, in order of arrival. Safety comes from the revision an append expects;
 * the queue only prevents many requests for one order from conflicting until their deadlines.
 */
class ProcessStreamQueues implements StreamQueues {
  readonly #queues = new Map<string, (() => void)[]>();

  async enter(stream: string, { timing, withinMs }: QueueWait): Promise<QueueEntry> {
    const queue = this.#queues.get(stream);
    if (queue === undefined) this.#queues.set(stream, []);
    else await waitIn(queue, stream, timing, withinMs);
    return { waited: queue !== undefined, leave: () => this.#pass(stream) };
  }

  #pass(stream: string): void {
    const next = this.#queues.get(stream)?.shift();
    if (next === undefined) this.#queues.delete(stream);
    else next();
  }
}

async function waitIn(
  queue: (() => void)[],
  stream: string,
  timing: Timing,
  withinMs: number,
): Promise<void> {
  if (queue.length >= waitingMax) throw new StreamContended(stream);
  const { promise: called, resolve: enter } = Promise.withResolvers<void>();
  queue.push(enter);
  const waiting = new AbortController();
  await Promise.race([called, timing.sleep(withinMs, waiting.signal)]);
  waiting.abort();
  const index = queue.indexOf(enter);
  // Not in the queue any more: its turn has come, perhaps exactly at the deadline.
  if (index < 0) return;
  queue.splice(index, 1);
  throw new StreamContended(stream);
}

const queuesByLog = new WeakMap<LedgerLog, ProcessStreamQueues>();

/** The queues of all writers to this log in this process; a draft has its own. */
export function streamQueueOf(log: LedgerLog | (LedgerLog & StreamQueues)): StreamQueues {
  if ('enter' in log) return log;
  const queues = queuesByLog.get(log) ?? new ProcessStreamQueues();
  queuesByLog.set(log, queues);
  return queues;
}

/** Runs `work` in its turn. It must not enter the same stream again, except on a draft. */
export async function inStreamQueue<Result>(
  log: LedgerLog,
  stream: string,
  wait: QueueWait,
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const { waited, leave } = await streamQueueOf(log).enter(stream, wait);
  try {
    return await work(waited);
  } finally {
    leave();
  }
}
