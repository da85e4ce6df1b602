import { useEffect, useSyncExternalStore } from 'react';

/** What may be done with what is chosen on the page, by name; the command menu offers it. */
export interface StaffActs {
  /** What it would be done to: an order code. */
  readonly subject: string;
  readonly acts: Readonly<Record<string, () => void>>;
}

const none: StaffActs | undefined = undefined;
let offered: StaffActs | undefined;
const listeners = new Set<() => void>();

function offer(acts: StaffActs | undefined): void {
  offered = acts;
  for (const listener of listeners) listener();
}

/** A page offers what it would do with what is chosen on it, as long as it is drawn. */
export function useStaffActs(subject: string | undefined, acts: StaffActs['acts']): void {
  useEffect(() => {
    offer(subject === undefined ? none : { subject, acts });
  });
  useEffect(() => () => offer(none), []);
}

export const useOfferedActs = (): StaffActs | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
