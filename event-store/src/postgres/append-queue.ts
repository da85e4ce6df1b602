import { DeadlineExceeded } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { AppendAnswer, SealedAppend } from './append-group.ts';
import { provesRollback } from './failures.ts';

/** Appends in one transaction. Small: each holds a lock of the server's shared table, and neighbours wait. */
const mostAppendsOfAGroup = 16;
const mostEventsOfAGroup = 1_000;
const mostWaiting = 4_096;

/** What a caller of the queue can be told: everything but `busy`, which the queue deals with itself. */
export type SettledAnswer = Exclude<AppendAnswer, { kind: 'busy' }>;

interface WaitingAppend {
  readonly append: SealedAppend;
  readonly settle: (answer: SettledAnswer) => void;
  readonly fail: (error: Error) => void;
  /** Sent to the database and not proven rolled back. */
  sent: boolean;
  /** Its caller has been answered; what may still come back is dropped. */
  over: boolean;
  /** To be sent without company: its stream was busy, or its group failed. */
  alone: boolean;
}

export interface AppendQueueOptions {
  readonly send: (group: readonly SealedAppend[]) => Promise<readonly AppendAnswer[]>;
  /** Groups under way at once. */
  readonly lanes: number;
  readonly deadlineMs: number;
}

/**
 * Lets the concurrent appends of this process share round trips and commits: while every lane is busy, what
 * arrives waits and then leaves together. An append that finds a free lane leaves at once and alone.
 *
 * Appends to one stream leave in the order they came. A group that fails as a whole is sent again one by one,
 * so that nobody fails for a neighbour's event.
 */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  readonly #streamsUnderWay = new Set<string>();
  #waiting: WaitingAppend[] = [];
  #lanesInUse = 0;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  push(append: SealedAppend): Promise<SettledAnswer> {
    if (this.#closed || this.#waiting.length >= mostWaiting) {
      return Promise.reject(new EventLogUnavailable('none'));
    }
    return new Promise((resolve, reject) => {
      const { deadlineMs } = this.#options;
      const timer = setTimeout(() => {
        const cause = new DeadlineExceeded(deadlineMs);
        waiting.fail(new EventLogUnavailable(waiting.sent ? 'unknown' : 'none', { cause }));
      }, deadlineMs);
      const end = (tell: () => void) => {
        clearTimeout(timer);
        waiting.over = true;
        tell();
      };
      const waiting: WaitingAppend = {
        append,
        settle: (answer) => end(() => resolve(answer)),
        fail: (error) => end(() => reject(error)),
        sent: false,
        over: false,
        alone: false,
      };
      this.#waiting.push(waiting);
      this.#fillLanes();
    });
  }

  /** Refuses what waits and what comes; resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.fail(new EventLogUnavailable('none'));
    if (this.#lanesInUse === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  #fillLanes(): void {
    while (this.#lanesInUse < this.#options.lanes) {
      const group = this.#takeGroup();
      if (group.length === 0) break;
      void this.#run(group);
    }
    if (this.#lanesInUse === 0) this.#idle?.();
  }

  /** The longest waiting appends whose streams nobody here is appending to; the others keep their places. */
  #takeGroup(): readonly WaitingAppend[] {
    const group: WaitingAppend[] = [];
    const staying: WaitingAppend[] = [];
    const passedOver = new Set<string>();
    let events = 0;
    for (const [index, waiting] of this.#waiting.entries()) {
      if (waiting.over) continue;
      const { stream } = waiting.append;
      const size = waiting.append.events.length;
      const full = group.length === mostAppendsOfAGroup || group[0]?.alone === true;
      if (full) {
        staying.push(...this.#waiting.slice(index));
        break;
      }
      const fits = group.length === 0 || (events + size <= mostEventsOfAGroup && !waiting.alone);
      if (fits && !this.#streamsUnderWay.has(stream) && !passedOver.has(stream)) {
        group.push(waiting);
        this.#streamsUnderWay.add(stream);
        events += size;
      } else {
        staying.push(waiting);
        passedOver.add(stream);
      }
    }
    this.#waiting = staying;
    return group;
  }

  async #run(group: readonly WaitingAppend[]): Promise<void> {
    this.#lanesInUse += 1;
    for (const waiting of group) waiting.sent = true;
    try {
      const answers = await this.#options.send(group.map(({ append }) => append));
      this.#again(group.filter((waiting, index) => !settled(waiting, answers[index])));
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (group.length > 1 && provesRollback(failure.cause)) this.#again(group);
      else for (const waiting of group) waiting.fail(failure);
    } finally {
      for (const { append } of group) this.#streamsUnderWay.delete(append.stream);
      this.#lanesInUse -= 1;
      this.#fillLanes();
    }
  }

  /** Back to the front, each to be sent alone: their order in their streams stays. */
  #again(group: readonly WaitingAppend[]): void {
    for (const waiting of group) {
      waiting.sent = false;
      waiting.alone = true;
      if (this.#closed) waiting.fail(new EventLogUnavailable('none'));
    }
    this.#waiting.unshift(...group.filter(({ over }) => !over));
  }
}

function settled(waiting: WaitingAppend, answer: AppendAnswer | undefined): boolean {
  if (answer === undefined || answer.kind === 'busy') return false;
  waiting.settle(answer);
  return true;
}
