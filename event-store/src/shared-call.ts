/** Runs a call for many callers: at most one at a time, and each caller gets one that began after it came. */
export class SharedCall<Result> {
  readonly #call: () => Promise<Result>;
  #running: Promise<unknown> | undefined;
  #next: Promise<Result> | undefined;

  constructor(call: () => Promise<Result>) {
    this.#call = call;
  }

  result(): Promise<Result> {
    this.#next ??= this.#begin(this.#running);
    return this.#next;
  }

  async #begin(before: Promise<unknown> | undefined): Promise<Result> {
    await before?.catch(() => {});
    const running = this.#call();
    this.#running = running;
    this.#next = undefined;
    return running;
  }
}
