import { DeadlineExceeded } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { AppendAnswer, SealedAppend } from './append-group.ts';
import { provesRollback } from './failures.ts';

/** Limits of one transaction. */
const appendsPerGroupMax = 64;
const eventsPerGroupMax = 1_000;
const waitingMax = 4_096;

interface WaitingAppend {
  readonly append: SealedAppend;
  readonly settle: (answer: AppendAnswer) => void;
  readonly fail: (error: Error) => void;
  /** Sent to the database and not proven rolled back. */
  sent: boolean;
  /** The caller has its answer; a later reply is dropped. */
  over: boolean;
  /** Must be sent alone: its group was rolled back. */
  alone: boolean;
}

export interface AppendQueueOptions {
  readonly send: (group: readonly SealedAppend[]) => Promise<readonly AppendAnswer[]>;
  readonly deadlineMs: number;
}

/**
 * Groups concurrent appends of this process to share round trips and commits: one group is in progress, and appends
 * that arrive meanwhile form the next. More groups at once would only wait for the log's lock.
 *
 * Appends to one stream are sent in order. A group that fails as a whole is resent one by one, so that no append fails
 * because of another's event.
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
    if (this.#closed || this.#waiting.length >= waitingMax) {
      return Promise.reject(new EventLogUnavailable('none'));
    }
    return new Promise((resolve, reject) => {
      const { deadlineMs } = this.#options;
      const timer = setTimeout(() => {
        const cause = new DeadlineExceeded(deadlineMs);
        waiting.fail(new EventLogUnavailable(waiting.sent ? 'unknown' : 'none', { cause }));
      }, deadlineMs);
      const end = (report: () => void) => {
        clearTimeout(timer);
        waiting.over = true;
        report();
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

  /** Refuses waiting and new appends; resolves when the group in progress has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.fail(new EventLogUnavailable('none'));
    if (!this.#isUnderWay) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  /** Waits until all appends of this event-loop turn have arrived: the replies of a group resume many writers. */
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
   * The longest waiting appends, none of them using a stream that another of the group writes to; the others keep their
   * places.
   */
  #takeGroup(): readonly WaitingAppend[] {
    const group: WaitingAppend[] = [];
    const staying: WaitingAppend[] = [];
    const taken = new Set<string>();
    let events = 0;
    for (const [index, waiting] of this.#waiting.entries()) {
      if (waiting.over) continue;
      if (group.length === appendsPerGroupMax || group[0]?.alone === true) {
        staying.push(...this.#waiting.slice(index));
        break;
      }
      const { parts, unchanged, texts } = waiting.append;
      const fits = group.length === 0 || (events + texts.length <= eventsPerGroupMax && !waiting.alone);
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

  /** Puts them back at the front, each to be sent alone: their order within streams stays. */
  #again(group: readonly WaitingAppend[]): void {
    for (const waiting of group) {
      waiting.sent = false;
      waiting.alone = true;
      if (this.#closed) waiting.fail(new EventLogUnavailable('none'));
    }
    this.#waiting.unshift(...group.filter(({ over }) => !over));
  }
}
