type Action = (minute: number) => Promise<unknown>;

/** Scheduled actions, in awake minutes. Actions may add further ones. */
export class Schedule {
  readonly #actions: { readonly minute: number; readonly action: Action }[] = [];

  add(minute: number, action: Action): void {
    const later = this.#actions.findIndex((other) => other.minute > minute);
    this.#actions.splice(later === -1 ? this.#actions.length : later, 0, { minute, action });
  }

  /** Runs all actions up to a minute in order; later ones do not run. */
  async play(until: number, moveTo: (minute: number) => void): Promise<void> {
    for (let next = this.#actions.shift(); next !== undefined; next = this.#actions.shift()) {
      if (next.minute > until) return;
      moveTo(next.minute);
      await next.action(next.minute);
    }
  }
}
