import { DeadlineExceeded } from '../deadline.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { AppendAnswer, ChainedAppend } from './append-group.ts';
import { provesRollback } from './failures.ts';

/** Limits of one transaction; an append with more events is sent alone. */
const appendsPerGroupMax = 64;
const eventsPerGroupMax = 80;
/**
 * So many waiting events are sent while another group is in progress; fewer wait, and share a commit with later ones.
 */
const eventsForSecondGroup = 40;
const waitingMax = 4_096;

interface WaitingAppend {
  readonly append: ChainedAppend;
  readonly settle: (answer: AppendAnswer) => void;
  readonly fail: (error: Error) => void;
  /** Sent to the database and not proven rolled back. */
  sent: boolean;
  /** The caller has its answer; a later reply is dropped. */
  over: boolean;
  /** Most appends of a group with it: fewer after one that was rolled back. */
  groupMax: number;
}

export interface AppendQueueOptions {
  readonly send: (group: readonly ChainedAppend[]) => Promise<readonly AppendAnswer[]>;
  readonly deadlineMs: number;
}

/**
 * Groups concurrent appends of this process to share round trips and commits: appends that arrive while a group is in
 * progress form the next. Under much load a second group is sent at once: the database receives it while it commits the
 * first. More would only wait for the log's lock.
 *
 * Appends to one stream are sent in order, each after the answer to the one before. A group that fails as a whole is
 * resent by halves, so that no append fails because of another's event; one by one, all might not end in time.
 */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  #waiting: WaitingAppend[] = [];
  readonly #inProgress = new Set<readonly WaitingAppend[]>();
  #isScheduled = false;
  #closed = false;
  #idle: (() => void) | undefined;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  push(append: ChainedAppend): Promise<AppendAnswer> {
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
        groupMax: appendsPerGroupMax,
      };
      this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  /** Refuses waiting and new appends; resolves when the groups in progress have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.fail(new EventLogUnavailable('none'));
    if (this.#inProgress.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  /** Waits until all appends of this event-loop turn have arrived: the replies of a group resume many writers. */
  #schedule(): void {
    if (this.#isScheduled || !this.#mayBegin()) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let group = this.#takeGroup(); group.length > 0; group = this.#takeGroup()) void this.#run(group);
    });
  }

  #mayBegin(): boolean {
    if (this.#inProgress.size === 0) return this.#waiting.length > 0;
    if (this.#inProgress.size > 1) return false;
    return this.#waiting.reduce((sum, { append }) => sum + append.texts.length, 0) >= eventsForSecondGroup;
  }

  /**
   * The longest waiting appends, none of them using a stream that another of the group or a group in progress writes
   * to; the others stay in the queue in their order.
   */
  #takeGroup(): readonly WaitingAppend[] {
    if (!this.#mayBegin()) return [];
    const sent = [...this.#inProgress].flat().map(({ append }) => append);
    const checked = new Set(sent.flatMap(({ unchanged }) => unchanged.map(({ stream }) => stream)));
    const taken = new Set(sent.flatMap(({ parts }) => parts.map(({ stream }) => stream)));
    const group: WaitingAppend[] = [];
    let events = 0;
    this.#waiting = this.#waiting.filter((waiting) => {
      if (waiting.over) return false;
      if (group.length >= (group[0]?.groupMax ?? 1)) return true;
      const { parts, unchanged, texts } = waiting.append;
      const fits =
        group.length === 0 || (events + texts.length <= eventsPerGroupMax && group.length < waiting.groupMax);
      const isFree =
        ![...parts, ...unchanged].some(({ stream }) => taken.has(stream)) &&
        !parts.some(({ stream }) => checked.has(stream));
      for (const { stream } of parts) taken.add(stream);
      if (!fits || !isFree) return true;
      group.push(waiting);
      events += texts.length;
      return false;
    });
    return group;
  }

  async #run(group: readonly WaitingAppend[]): Promise<void> {
    this.#inProgress.add(group);
    for (const waiting of group) waiting.sent = true;
    try {
      const answers = await this.#options.send(group.map(({ append }) => append));
      for (const [index, waiting] of group.entries()) waiting.settle(answers[index] as AppendAnswer);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (group.length > 1 && provesRollback(failure.cause)) this.#again(group);
      else for (const waiting of group) waiting.fail(failure);
    } finally {
      this.#inProgress.delete(group);
      if (this.#inProgress.size === 0) this.#idle?.();
      this.#schedule();
    }
  }

  /** Puts them back at the front, to be sent in halves: their order within streams stays. */
  #again(group: readonly WaitingAppend[]): void {
    for (const waiting of group) {
      waiting.sent = false;
      waiting.groupMax = Math.ceil(group.length / 2);
      if (this.#closed) waiting.fail(new EventLogUnavailable('none'));
    }
    this.#waiting.unshift(...group.filter(({ over }) => !over));
  }
}
