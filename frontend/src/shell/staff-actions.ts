import { useEffect } from 'react';
import { makeListeners } from '../session/listeners.ts';

/** The page's actions on its chosen item, by name, for the command menu. */
export interface StaffActions {
  /** The item's order code. */
  readonly subject: string;
  readonly actions: Readonly<Record<string, () => void>>;
}

const none: StaffActions | undefined = undefined;
let offered: StaffActions | undefined;
const listeners = makeListeners();

function offer(actions: StaffActions | undefined): void {
  offered = actions;
  listeners.notify();
}

/** Offers a page's actions while it is rendered. */
export function useStaffActions(subject: string | undefined, actions: StaffActions['actions']): void {
  useEffect(() => {
    offer(subject === undefined ? none : { subject, actions });
  });
  useEffect(() => () => offer(none), []);
}

export const useOfferedActions = (): StaffActions | undefined => listeners.useValue(() => offered);
