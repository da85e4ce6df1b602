import type { RecordedEvent } from '@matgyo/event-store/event-log';

interface Folded {
  readonly hash: string;
  readonly state: unknown;
}

/**
 * States of whole streams that this process has folded, by the data of their last event. That object stays the same
 * from the decision to every later command that finds the stream in memory, and is forgotten with it. The event's hash
 * covers all events before it, so no other stream ends in the same one.
 */
export class FoldedStates {
  readonly #byDecider = new WeakMap<object, WeakMap<RecordedEvent['data'], Folded>>();

  /** `decider`: the object that folds. Undefined: not folded before. */
  after(decider: { readonly initial: unknown }, { data, metadata }: RecordedEvent): unknown {
    const folded = this.#byDecider.get(decider)?.get(data);
    return folded?.hash === metadata.hash ? folded.state : undefined;
  }

  keep(decider: { readonly initial: unknown }, { data, metadata }: RecordedEvent, state: unknown): void {
    const states = this.#byDecider.get(decider) ?? new WeakMap<RecordedEvent['data'], Folded>();
    this.#byDecider.set(decider, states);
    states.set(data, { hash: metadata.hash, state });
  }
}
