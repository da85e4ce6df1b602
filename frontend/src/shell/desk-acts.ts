import { useEffect, useSyncExternalStore } from 'react';

/** What may be done with what is chosen on the page, by name; the command menu offers it. */
export interface DeskActs {
  /** What it would be done to: an order code. */
  readonly subject: string;
  readonly acts: Readonly<Record<string, () => void>>;
}

const none: DeskActs | undefined = undefined;
let offered: DeskActs | undefined;
const listeners = new Set<() => void>();

function offer(acts: DeskActs | undefined): void {
  offered = acts;
  for (const listener of listeners) listener();
}

/** A page offers what it would do with what is chosen on it, as long as it is drawn. */
export function useDeskActs(subject: string | undefined, acts: DeskActs['acts']): void {
  useEffect(() => {
    offer(subject === undefined ? none : { subject, acts });
  });
  useEffect(() => () => offer(none), []);
}

export const useOfferedActs = (): DeskActs | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
