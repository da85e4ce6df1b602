type Act = (minute: number) => Promise<unknown>;

/** Scheduled actions, in awake minutes. Actions may add further ones. */
export class Schedule {
  readonly #acts: { readonly minute: number; readonly act: Act }[] = [];

  add(minute: number, act: Act): void {
    const later = this.#acts.findIndex((other) => other.minute > minute);
    this.#acts.splice(later === -1 ? this.#acts.length : later, 0, { minute, act });
  }

  /** Runs all actions up to a minute in order; later ones do not run. */
  async play(until: number, moveTo: (minute: number) => void): Promise<void> {
    for (let next = this.#acts.shift(); next !== undefined; next = this.#acts.shift()) {
      if (next.minute > until) return;
      moveTo(next.minute);
      await next.act(next.minute);
    }
  }
}
