import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { expect } from 'vitest';
import type { Unapproved } from './approval/unapproved.ts';
import type { Decider } from './decider.ts';
import { InvariantBroken } from './invariant.ts';
import { LedgerRefusal } from './refusal.ts';

const at = '2026-01-02T03:04:05.678Z';

/** Tests a decider: given these events, when an action is decided, then these events follow, or a refusal. */
export const given =
  <State, Event extends LedgerEvent>(decider: Decider<State, Event>) =>
  (...events: readonly Event[]) => {
    const state = events.reduce((before, event) => decider.evolve(before, event, at), decider.initial);
    return {
      state,
      when: (decide: (state: State) => readonly Event[] | Unapproved<Event>) => ({
        thenAppends(...expected: readonly Event[]): void {
          const decided = eventsOf(decide(state));
          expect(decided).toEqual(expected);
          // The decided events can be folded.
          decided.reduce((before, event) => decider.evolve(before, event, at), state);
        },
        thenTypes(...types: readonly Event['type'][]): void {
          const decided = eventsOf(decide(state));
          expect(decided.map(({ type }) => type)).toEqual(types);
          decided.reduce((before, event) => decider.evolve(before, event, at), state);
        },
        thenRefused(code: string, details?: object): void {
          const refusal = refusalOf(() => decide(state));
          expect(refusal.code).toBe(code);
          if (details !== undefined) expect(refusal.details).toMatchObject(details);
        },
      }),
      /** `because`: part of the broken invariant's message. */
      thenImpossible(event: Event, because = ''): void {
        const evolve = () => decider.evolve(state, event, at);
        expect(evolve).toThrow(InvariantBroken);
        expect(evolve).toThrow(because);
      },
    };
  };

/** The events themselves, whatever is to be stated about their approval. */
const eventsOf = <Event>(decided: readonly Event[] | Unapproved<Event>): readonly Event[] =>
  'unapproved' in decided ? decided.unapproved : decided;

function refusalOf(work: () => unknown): LedgerRefusal {
  try {
    work();
  } catch (error) {
    if (error instanceof LedgerRefusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
