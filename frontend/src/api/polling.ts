/** How often a visible screen polls while changes are not pushed. */
export const pollEveryMs = 3000;

let pushed = false;

/** Says whether changes come over the socket now. */
export function setPushed(now: boolean): void {
  pushed = now;
}

interface Asked {
  readonly state: { readonly error: Error | null };
}

/**
 * A `refetchInterval` that rests while changes are pushed. It is looked at again with each answer, so whoever
 * switches has everything shown fetched once. What could not be fetched when it was told of is asked for again:
 * it is not told twice.
 */
export const pollUnlessPushed =
  (everyMs = pollEveryMs) =>
  ({ state }: Asked): number | false =>
    pushed && state.error === null ? false : everyMs;
