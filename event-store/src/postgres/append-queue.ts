import { DeadlineExceeded } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { AppendAnswer, SealedAppend } from './append-group.ts';
import { provesRollback } from './failures.ts';

/** Appends in one transaction. */
const mostAppendsOfAGroup = 64;
const mostEventsOfAGroup = 1_000;
const mostWaiting = 4_096;

interface WaitingAppend {
  readonly append: SealedAppend;
  readonly settle: (answer: AppendAnswer) => void;
  readonly fail: (error: Error) => void;
  /** Sent to the database and not proven rolled back. */
  sent: boolean;
  /** Its caller has been answered; what may still come back is dropped. */
  over: boolean;
  /** To be sent without company: its group was rolled back. */
  alone: boolean;
}

export interface AppendQueueOptions {
  readonly send: (group: readonly SealedAppend[]) => Promise<readonly AppendAnswer[]>;
  readonly deadlineMs: number;
}

/**
 * Lets the concurrent appends of this process share round trips and commits: one group is under way, and what arrives
 * meanwhile leaves together after it. More at once would only wait for the log's lock.
 *
 * Appends to one stream leave in the order they came. A group that fails as a whole is sent again one by one,
 * so that none fails for a neighbour's event.
 */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  #waiting: WaitingAppend[] = [];
  #isUnderWay = false;
  #isScheduled = false;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  push(append: SealedAppend): Promise<AppendAnswer> {
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
      this.#schedule();
    });
  }

  /** Refuses what waits and what comes; resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.fail(new EventLogUnavailable('none'));
    if (!this.#isUnderWay) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  /** Once all that is appended in this turn of the loop has arrived: the answers of a group wake many writers. */
  #schedule(): void {
    if (this.#isUnderWay || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const group = this.#takeGroup();
      if (group.length > 0) void this.#run(group);
    });
  }

  /**
   * The longest waiting appends, none of them to or about a stream that another of the group writes to; the others keep
   * their places.
   */
  #takeGroup(): readonly WaitingAppend[] {
    const group: WaitingAppend[] = [];
    const staying: WaitingAppend[] = [];
    const taken = new Set<string>();
    let events = 0;
    for (const [index, waiting] of this.#waiting.entries()) {
      if (waiting.over) continue;
      if (group.length === mostAppendsOfAGroup || group[0]?.alone === true) {
        staying.push(...this.#waiting.slice(index));
        break;
      }
      const { parts, unchanged, texts } = waiting.append;
      const fits = group.length === 0 || (events + texts.length <= mostEventsOfAGroup && !waiting.alone);
      if (fits && ![...parts, ...unchanged].some(({ stream }) => taken.has(stream))) {
        group.push(waiting);
        events += texts.length;
      } else {
        staying.push(waiting);
      }
      for (const { stream } of parts) taken.add(stream);
    }
    this.#waiting = staying;
    return group;
  }

  async #run(group: readonly WaitingAppend[]): Promise<void> {
    this.#isUnderWay = true;
    for (const waiting of group) waiting.sent = true;
    try {
      const answers = await this.#options.send(group.map(({ append }) => append));
      for (const [index, waiting] of group.entries()) waiting.settle(answers[index] as AppendAnswer);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (group.length > 1 && provesRollback(failure.cause)) this.#again(group);
      else for (const waiting of group) waiting.fail(failure);
    } finally {
      this.#isUnderWay = false;
      this.#idle?.();
      this.#schedule();
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
