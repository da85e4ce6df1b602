import { useEffect } from 'react';
import { makeValue } from '../session/listeners.ts';

/** Its text is `queue.approve` and so on. */
type StaffAction = 'approve' | 'reject' | 'cancel' | 'complete' | 'cancelMatch' | 'match';

/** The page's actions on its chosen item, for the command menu. */
interface StaffActions {
  /** The item's order code. */
  readonly subject: string;
  readonly actions: readonly (readonly [StaffAction, run: () => void])[];
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
