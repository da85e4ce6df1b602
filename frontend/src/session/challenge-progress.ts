import { makeListeners } from './listeners.ts';

let percent: number | undefined;
const listeners = makeListeners();

export function setChallengeProgress(next: typeof percent): void {
  percent = next;
  listeners.notify();
}

/** How much of a challenge is tried, in whole percent; undefined while none is being solved. */
export const useChallengeProgress = (): number | undefined => listeners.useValue(() => percent);
