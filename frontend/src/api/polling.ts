/** How often a screen asks for what changes while nobody tells it, and while it is visible. */
export const pollEveryMs = 3000;

let pushed = false;

/** Says whether changes come over the socket now. */
export function setPushed(now: boolean): void {
  pushed = now;
}

/**
 * A `refetchInterval` that rests while changes are pushed. It is looked at again with each answer, so whoever
 * switches has everything shown fetched once.
 */
export const pollUnlessPushed =
  (everyMs = pollEveryMs) =>
  (): number | false =>
    pushed ? false : everyMs;
