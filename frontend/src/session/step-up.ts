import { useSyncExternalStore } from 'react';

/** Calls that wait until the user has given the password again; one prompt serves them all. */
let asked: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();

function become(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks for the password. Resolves to true once it was right, to false when it is not given. */
export function askForProof(): Promise<boolean> {
  if (asked === undefined) become(Promise.withResolvers<boolean>());
  return asked?.promise ?? Promise.resolve(false);
}

export function answerProof(isProven: boolean): void {
  const waiting = asked;
  become(undefined);
  waiting?.resolve(isProven);
}

export const useProofAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked !== undefined,
  );
