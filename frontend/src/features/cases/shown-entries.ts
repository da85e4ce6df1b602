import type { CaseEntry, CaseView } from '@matgyo/contracts/endpoints/cases';

export interface ShownEntry {
  readonly entry: CaseEntry;
  /** The type of event whose name it has. */
  readonly shownAs: string;
}

/** For each decision, the event that says that it was carried out. */
const ends: Readonly<Record<string, string>> = {
  TradeCompleting: 'TradeCompleted',
  TradeCancelling: 'TradeCancelled',
};

/** Admins see every event. Members see a decision that was carried out as one entry: its end, with who decided it and why. */
export function entriesFor({ as, timeline }: Pick<CaseView, 'as' | 'timeline'>): readonly ShownEntry[] {
  const all = timeline.map((entry) => ({ entry, shownAs: entry.type }));
  if (as === 'admin') return all;
  const types = new Set(timeline.map(({ type }) => type));
  const startedEnds = new Set(Object.keys(ends).flatMap((start) => (types.has(start) ? ends[start] : [])));
  return all
    .filter(({ entry }) => !startedEnds.has(entry.type))
    .map(({ entry }) => {
      const end = ends[entry.type];
      return { entry, shownAs: end !== undefined && types.has(end) ? end : entry.type };
    });
}
