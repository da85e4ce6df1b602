/** Keys of one read; what waits beyond goes into the one after. */
const mostOfAGroup = 200;

/**
 * Reads by key that share round trips: one read is under way, and all that is asked for meanwhile goes into the next
 * one, so that an answer is never older than its question. `undefined`: nothing has this key.
 */
export class GroupedReads<Key, Row> {
  readonly #read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>;
  #waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>();
  #isUnderWay = false;

  constructor(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>) {
    this.#read = read;
  }

  get(key: Key): Promise<Row | undefined> {
    const asked = this.#waiting.get(key) ?? Promise.withResolvers<Row | undefined>();
    this.#waiting.set(key, asked);
    if (!this.#isUnderWay) {
      this.#isUnderWay = true;
      // What is asked for in the same turn goes along.
      queueMicrotask(() => void this.#run());
    }
    return asked.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const group = [...this.#waiting].slice(0, mostOfAGroup);
      for (const [key] of group) this.#waiting.delete(key);
      try {
        const rows = await this.#read(group.map(([key]) => key));
        for (const [key, { resolve }] of group) resolve(rows.get(key));
      } catch (error) {
        for (const [, { reject }] of group) reject(error);
      }
    }
    this.#isUnderWay = false;
  }
}
