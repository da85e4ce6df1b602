import { logStart, type Position } from '../event-log.ts';

/**
 * The positions up to which reads from memory show the log, each the end of an append. Reads that share a `since`
 * (`ReadStreamOptions`) look for the log's last event once.
 */
export class ShownPositions {
  /** Of each `since`: up to where the log was shown. */
  readonly #shown = new WeakMap<object, Position>();
  /** Of each `since`: the last event that was read. The server may show later ones than memory. */
  readonly #read = new WeakMap<object, Position>();
  #appended = logStart;

  appended(position: Position): void {
    this.#appended = later(this.#appended, position);
  }

  read(since: object | undefined, position: Position): void {
    if (since !== undefined) this.#read.set(since, later(position, this.#read.get(since) ?? logStart));
  }

  /** Up to where the next read shows the log; undefined if it is empty. `look` finds the log's last position. */
  async next(since: object = {}, look: () => Promise<Position | undefined>): Promise<Position | undefined> {
    let shown = this.#shown.get(since);
    while (shown === undefined || shown < (this.#read.get(since) ?? logStart)) {
      const last = await look();
      if (last === undefined) return undefined;
      shown = later(last, this.#shown.get(since) ?? logStart);
    }
    const upTo = later(shown, this.#appended);
    this.#shown.set(since, upTo);
    return upTo;
  }
}

const later = (one: Position, other: Position): Position => (one > other ? one : other);
