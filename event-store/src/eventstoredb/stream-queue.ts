import { EventLogUnavailable } from '../event-log-errors.ts';

const waitingMax = 4_096;

/** Runs work on one stream sequentially, and work on different streams in parallel. */
export class StreamQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  #waiting = 0;

  /** `gone`: aborted when the caller has its answer; work that has not begun by then never begins. */
  async take<T>(stream: string, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= waitingMax) throw new EventLogUnavailable('none');
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
