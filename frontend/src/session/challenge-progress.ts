import { makeValue } from './listeners.ts';

/** How much of a challenge is tried, in whole percent; undefined while none is being solved. */
export const challengeProgress = makeValue<number>();
