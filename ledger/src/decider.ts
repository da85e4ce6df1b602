import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';

/**
 * How the state of one kind of stream follows from its events.
 *
 * Decisions are separate functions in the files `*decisions.ts`, one for each action. A decision gets the state and the
 * action's input, and returns the events to append: none if nothing has to change. It throws a `LedgerRefusal` if a
 * rule forbids the action; its comment lists the possible codes after "Refused". Decisions and `evolve` are pure: no
 * clock, no randomness and no other stream.
 */
export interface Decider<State, Event extends LedgerEvent> {
  readonly initial: State;
  /** Whether an event belongs in a stream of this kind. */
  owns(event: LedgerEvent): event is Event;
  /**
   * The state after one more event. `at` is the event's time (`metadata.at`). Throws `InvariantBroken` if it cannot
   * follow.
   */
  evolve(state: State, event: Event, at: string): State;
}
