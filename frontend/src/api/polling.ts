/** How often a visible screen polls while changes are not pushed. */
export const pollEveryMs = 3000;

let pushed = false;

/** Sets whether changes come over the socket now. */
export function setPushed(now: boolean): void {
  pushed = now;
}

interface PolledQuery {
  readonly state: { readonly error: Error | null };
}

/**
 * A `refetchInterval` that pauses while changes are pushed. It is evaluated again with each reply, so that a switch
 * between the two fetches everything shown once. A fetch that failed after a push is retried, because the push is not
 * repeated.
 */
export const pollUnlessPushed =
  (everyMs = pollEveryMs) =>
  ({ state }: PolledQuery): number | false =>
    pushed && state.error === null ? false : everyMs;
