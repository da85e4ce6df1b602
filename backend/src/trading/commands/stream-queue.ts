import type { LedgerLog } from './stream-history.ts';
import type { Timing } from './timing.ts';

/** Others kept the stream busy until the deadline. Nothing was appended; trying again is safe. */
export class StreamContended extends Error {
  override readonly name = 'StreamContended';
  readonly stream: string;

  constructor(stream: string) {
    super(`stream ${stream} kept changing`);
    this.stream = stream;
  }
}

/** More than this at one stream are turned away: they would not get their turn in time. */
const mostWaiting = 1_000;

export interface QueueWait {
  readonly timing: Timing;
  readonly withinMs: number;
}

/** A turn at a stream that was entered and has to be left. */
export interface QueuePlace {
  /** Whether another writer was there before. */
  readonly waited: boolean;
  readonly leave: () => void;
}

/** Lets one writer after the other at a stream. */
export interface StreamQueues {
  /** Resolves when all earlier writers have finished. Throws `StreamContended` if that takes longer than `withinMs`. */
  enter(stream: string, wait: QueueWait): Promise<QueuePlace>;
}

/**
 * First come, first served, stream by stream, among the writers of one process. What makes writing safe is the
 * revision an append expects; this only keeps sixty-four requests at one order from overtaking each other again
 * and again, which costs every one of them its deadline (docs/decisions/commands.md).
 */
class StreamTurns implements StreamQueues {
  readonly #queues = new Map<string, (() => void)[]>();

  async enter(stream: string, { timing, withinMs }: QueueWait): Promise<QueuePlace> {
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
  if (queue.length >= mostWaiting) throw new StreamContended(stream);
  const { promise: turn, resolve: enter } = Promise.withResolvers<void>();
  queue.push(enter);
  const waiting = new AbortController();
  await Promise.race([turn, timing.sleep(withinMs, waiting.signal)]);
  waiting.abort();
  const place = queue.indexOf(enter);
  // No place any more: the turn has come, perhaps at the very deadline, and has to be taken or passed on.
  if (place < 0) return;
  queue.splice(place, 1);
  throw new StreamContended(stream);
}

const turnsByLog = new WeakMap<LedgerLog, StreamTurns>();

/** The queues of all writers to this log in this process. A draft of a log has its own. */
export function streamQueueOf(log: LedgerLog | (LedgerLog & StreamQueues)): StreamQueues {
  if ('enter' in log) return log;
  const known = turnsByLog.get(log) ?? new StreamTurns();
  turnsByLog.set(log, known);
  return known;
}

/** Runs `work` in its turn at the stream; it must not take a turn at the same one again, except on a draft. */
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
