import { EventLogUnavailable } from '../event-log-errors.ts';

const mostWaiting = 4_096;

/** Lets work on one stream happen one after another, and work on different streams at once. */
export class StreamQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  /** `gone`: whoever asked has been answered already; work that has not begun by then never begins. */
  async take<T>(stream: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= mostWaiting) throw new EventLogUnavailable('none');
    this.#waiting += 1;
    const before = this.#last.get(stream);
    const mine = (async () => {
      await before?.catch(() => {});
      if (gone.aborted) throw new EventLogUnavailable('none');
      return work();
    })();
    this.#last.set(stream, mine);
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
      if (this.#last.get(stream) === mine) this.#last.delete(stream);
    }
  }
}
