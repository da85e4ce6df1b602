import { useSyncExternalStore } from 'react';

let percent: number | undefined;
const listeners = new Set<() => void>();

export function setChallengeProgress(next: typeof percent): void {
  percent = next;
  for (const listener of listeners) listener();
}

/** How much of a challenge is tried, in whole percent; undefined while none is being solved. */
export const useChallengeProgress = (): number | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => percent,
  );
