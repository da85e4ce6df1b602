/** Wakes those of this process who wait for an event. */
export class Wakeups {
  #count = 0;
  #waiting = new Set<() => void>();

  get count(): number {
    return this.#count;
  }

  wake(): void {
    this.#count += 1;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  /** Resolves on the first wake-up after `count` was read, after `milliseconds`, or on abort. */
  async since(count: number, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (this.#count !== count || signal?.aborted) return;
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    this.#waiting.add(wake);
    const aborted = () => wake();
    signal?.addEventListener('abort', aborted, { once: true });
    const timer = setTimeout(wake, milliseconds);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(wake);
    signal?.removeEventListener('abort', aborted);
  }
}
