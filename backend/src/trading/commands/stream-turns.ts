import type { EventLog } from '@matgyo/event-store/event-log';
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

/**
 * First come, first served, stream by stream, among the writers of one process. What makes writing safe is the
 * revision an append expects; this only keeps sixty-four requests at one order from overtaking each other again
 * and again, which costs every one of them its deadline (docs/decisions/commands.md).
 */
export class StreamTurns {
  readonly #queues = new Map<string, (() => void)[]>();

  /**
   * Runs `work` when everybody who came before is done; `waited` tells whether somebody was there. `work` must not
   * take a turn at the same stream again. Throws `StreamContended` when the turn does not come within `withinMs`.
   */
  async take<Result>(
    stream: string,
    { timing, withinMs }: { readonly timing: Timing; readonly withinMs: number },
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const queue = this.#queues.get(stream);
    if (queue === undefined) this.#queues.set(stream, []);
    else await waitIn(queue, stream, timing, withinMs);
    try {
      return await work(queue !== undefined);
    } finally {
      this.#pass(stream);
    }
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

const turnsByLog = new WeakMap<EventLog, StreamTurns>();

/** The turns of everybody who writes to this log in this process. */
export function turnsAt(log: EventLog): StreamTurns {
  const known = turnsByLog.get(log);
  if (known !== undefined) return known;
  const turns = new StreamTurns();
  turnsByLog.set(log, turns);
  return turns;
}
