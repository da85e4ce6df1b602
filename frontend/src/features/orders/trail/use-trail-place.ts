import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import { useState } from 'react';

export type TrailPlace = ReturnType<typeof useTrailPlace>;

/** The chosen event of a trail, 1 = first. Unless another is chosen, it is the last one, also when new events come. */
export function useTrailPlace(entries: readonly TrailEntry[]) {
  const [chosen, setChosen] = useState<number>();
  const places = entries.length;
  const place = Math.min(chosen ?? places, places);
  return {
    entries,
    place,
    places,
    entry: entries[place - 1],
    goTo: (next: number) => setChosen(next === places ? undefined : next),
  };
}
