import { EventLogUnavailable } from '../event-log-errors.ts';

const waitingMax = 4_096;

/** Runs work on one stream sequentially, and work on different streams in parallel. */
export class StreamQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  /** Work that has not begun when its caller has an answer never begins. */
  async take<T>(stream: string, caller: { readonly answered: boolean }, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= waitingMax) throw new EventLogUnavailable('none');
    this.#waiting += 1;
    const before = this.#last.get(stream);
    const mine = (async () => {
      await before?.catch(() => {});
      if (caller.answered) throw new EventLogUnavailable('none');
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
