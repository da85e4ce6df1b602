import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';

/**
 * How one kind of stream is read: a state before anything happened, and what each event makes of it. The third
 * part, deciding, is one function per act beside it: `(state, what is asked) => events`, which throws a
 * `LedgerRefusal` when a rule says no. None of the three knows a clock, chance or another stream.
 */
export interface Decider<State, Event extends LedgerEvent> {
  readonly initial: State;
  /** Whether an event belongs in such a stream at all. */
  owns(event: LedgerEvent): event is Event;
  /** `at` is the event's own time (`metadata.at`). Throws `InvariantBroken` when the result cannot be. */
  evolve(state: State, event: Event, at: string): State;
}
