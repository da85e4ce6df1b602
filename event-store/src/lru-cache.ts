/**
 * A cache of limited size. When it is full, the least recently used tenth is evicted at once: finding the oldest entry
 * of a map takes longer the more entries were deleted before it.
 */
export class LruCache<Value> {
  readonly #sizeMax: number;
  readonly #values = new Map<string, Value>();

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#sizeMax) return;
    const kept = Math.ceil(this.#sizeMax * 0.9);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= kept) return;
      this.#values.delete(oldest);
    }
  }
}
