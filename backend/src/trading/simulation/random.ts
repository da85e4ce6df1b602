/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export type Chance = ReturnType<typeof chanceOf>;

/** sfc32 (Chris Doty-Humphrey, public domain), seeded with one number. */
export function chanceOf(seed: number) {
  let a = seed | 0;
  let b = 0x9e3779b9 | 0;
  let c = 0x243f6a88 | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Similar seeds diverge only after some rounds.
  for (let round = 0; round < 15; round += 1) next();
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    /** From 0 to below 1. */
    next,
    /** An integer from 0 to below `limit`. */
    below,
    happens: (probability: number) => next() < probability,
    /** One of the items; must not be empty. */
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
