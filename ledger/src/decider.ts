import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';

/**
 * How one kind of stream is read: an initial state, and the state after each event. Decisions are separate functions,
 * one per action: `(state, input) => events`, which throw a `LedgerRefusal` when a rule forbids the action. All are
 * pure: no clock, no randomness, no other stream.
 */
export interface Decider<State, Event extends LedgerEvent> {
  readonly initial: State;
  /** Whether an event belongs in such a stream. */
  owns(event: LedgerEvent): event is Event;
  /** `at` is the event's own time (`metadata.at`). Throws `InvariantBroken` when the result is impossible. */
  evolve(state: State, event: Event, at: string): State;
}
