/** Keys per read; the rest goes into the next one. */
const groupSizeMax = 200;

/**
 * Reads rows by key with shared round trips: keys requested during a read go into the next one, so a row is never
 * older than its request. `undefined`: no row has the key.
 */
export class GroupedReads<Key, Row> {
  readonly #read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>;
  #waiting = new Map<Key, PromiseWithResolvers<Row | undefined>>();
  #isReading = false;

  constructor(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>) {
    this.#read = read;
  }

  get(key: Key): Promise<Row | undefined> {
    const request = this.#waiting.get(key) ?? Promise.withResolvers<Row | undefined>();
    this.#waiting.set(key, request);
    if (!this.#isReading) {
      this.#isReading = true;
      // Includes keys requested in the same turn.
      queueMicrotask(() => void this.#run());
    }
    return request.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const group = [...this.#waiting].slice(0, groupSizeMax);
      for (const [key] of group) this.#waiting.delete(key);
      try {
        const rows = await this.#read(group.map(([key]) => key));
        for (const [key, { resolve }] of group) resolve(rows.get(key));
      } catch (error) {
        for (const [, { reject }] of group) reject(error);
      }
    }
    this.#isReading = false;
  }
}
