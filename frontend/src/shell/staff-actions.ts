import { useEffect } from 'react';
import { makeValue } from '../session/listeners.ts';

/** The page's actions on its chosen item, by name, for the command menu. */
export interface StaffActions {
  /** The item's order code. */
  readonly subject: string;
  readonly actions: Readonly<Record<string, () => void>>;
}

const offered = makeValue<StaffActions>();

/** Offers a page's actions while it is rendered. */
export function useStaffActions(subject: string | undefined, actions: StaffActions['actions']): void {
  useEffect(() => {
    offered.set(subject === undefined ? undefined : { subject, actions });
  });
  useEffect(() => () => offered.set(undefined), []);
}

export const useOfferedActions = offered.useValue;
