type Act = (minute: number) => Promise<unknown>;

/** What is going to happen, and when, in awake minutes. Acts may put further ones on it. */
export class Schedule {
  readonly #acts: { readonly minute: number; readonly act: Act }[] = [];

  add(minute: number, act: Act): void {
    const later = this.#acts.findIndex((other) => other.minute > minute);
    this.#acts.splice(later === -1 ? this.#acts.length : later, 0, { minute, act });
  }

  /** Lets everything up to a minute happen in its order; what would come after it does not. */
  async play(until: number, moveTo: (minute: number) => void): Promise<void> {
    for (let next = this.#acts.shift(); next !== undefined; next = this.#acts.shift()) {
      if (next.minute > until) return;
      moveTo(next.minute);
      await next.act(next.minute);
    }
  }
}
