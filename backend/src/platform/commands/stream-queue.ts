import type { LedgerLog } from './stream-history.ts';
import type { Timing } from './timing.ts';

/**
 * The deadline passed while other writers were faster or the log did not reply. Nothing was appended, so a retry is
 * safe.
 */
export class StreamContended extends Error {
  override readonly name = 'StreamContended';

  constructor(stream: string) {
    super(`appending to ${stream} took until its deadline`);
  }
}

/** The most writers that wait for one stream. More are refused: their deadlines would pass before their turn. */
const waitingMax = 1_000;

export interface QueueWait {
  readonly timing: Timing;
  /** The longest time to wait, in milliseconds. */
  readonly withinMs: number;
}

/** A writer's entry in a stream's queue. The writer must leave, or all later ones wait until their deadlines. */
export interface QueueEntry {
  /** Whether the writer had to wait for others. What it read of the stream before may then be outdated. */
  readonly waited: boolean;
  readonly leave: () => void;
}

/** Serializes the writers of a stream. */
export interface StreamQueues {
  /** Resolves when all earlier writers have finished. Throws `StreamContended` if that takes longer than `withinMs`. */
  enter(stream: string, wait: QueueWait): Promise<QueueEntry>;
}

/**
 * One queue per stream for the writers of this process, in the order in which they come. Correctness does not depend on
 * it: an append is refused if the stream has changed. The queue only prevents many requests for one order from
 * conflicting with each other until their deadlines.
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

async function waitIn(queue: (() => void)[], stream: string, timing: Timing, withinMs: number) {
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

/**
 * Runs `work` once all earlier writers of the stream have finished. The work must not enter the same stream's queue
 * again, because it would wait for itself; a draft permits it.
 *
 * @throws StreamContended if its turn does not come within `wait.withinMs`
 */
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
