import type { RecordedEvent } from '../event-log.ts';

const eventsMax = 2_000;
const bytesMax = 4_000_000;

interface Run {
  /** The number of the event before the first. */
  readonly after: number;
  readonly events: readonly RecordedEvent[];
  readonly bytes: number;
}

/**
 * The events that this process appended last, without gaps, for followers that have handled everything before them.
 * After a gap, where another process appended or the replies of two groups changed places, it starts over: earlier
 * events are read from the database.
 */
export class RecentAppends {
  #runs: Run[] = [];
  #newest = 0;
  #events = 0;
  #bytes = 0;

  /** Events that were appended after the number `after`; `bytes`: their approximate size. */
  add(after: number, events: readonly RecordedEvent[], bytes: number): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && last.after + last.events.length !== after) {
      this.#runs = [];
      this.#events = 0;
      this.#bytes = 0;
    }
    this.#runs.push({ after, events, bytes });
    this.#newest = Math.max(this.#newest, after + events.length);
    this.#events += events.length;
    this.#bytes += bytes;
    while (this.#events > eventsMax || this.#bytes > bytesMax) this.#forgetFirst();
  }

  /**
   * The events directly after `number`, at most `limit`, and the number of the last one; undefined when they are not
   * here.
   */
  eventsAfter(number: number, limit: number) {
    const first = this.#runs.findLastIndex(({ after }) => after <= number);
    if (first === -1) return undefined;
    const events: RecordedEvent[] = [];
    for (let index = first; index < this.#runs.length && events.length < limit; index += 1) {
      const run = this.#runs[index] as Run;
      events.push(...run.events.slice(Math.max(0, number - run.after), number - run.after + limit));
    }
    return events.length === 0 ? undefined : { events, last: number + events.length };
  }

  /** Whether this process appended an event after `number`; it may not be here any more. */
  hasAfter(number: number): boolean {
    return this.#newest > number;
  }

  /** `splice` would move all the others: a fifth of the time that the program spends on an append. */
  #forgetFirst(): void {
    const first = this.#runs.shift();
    if (first === undefined) return;
    this.#events -= first.events.length;
    this.#bytes -= first.bytes;
  }
}
