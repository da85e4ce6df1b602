import { useSyncExternalStore } from 'react';

export type ProofWay = 'password' | 'code' | 'passkey';

interface Asked extends PromiseWithResolvers<boolean> {
  readonly ways: readonly ProofWay[];
}

/** Calls that wait until the user has shown who they are; one prompt serves them all. */
let asked: Asked | undefined;
const listeners = new Set<() => void>();

function become(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks in one of these ways. Resolves to true once it was right, to false when it is not given. */
export function askForProof(ways: readonly ProofWay[]): Promise<boolean> {
  if (asked === undefined) become({ ...Promise.withResolvers<boolean>(), ways });
  return asked?.promise ?? Promise.resolve(false);
}

export function answerProof(isProven: boolean): void {
  const waiting = asked;
  become(undefined);
  waiting?.resolve(isProven);
}

/** The ways there are; undefined while nothing is asked. */
export const useProofAsked = (): readonly ProofWay[] | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked?.ways,
  );
