import { makeListeners } from './listeners.ts';
import { readStored, writeStored } from './storage.ts';

/** A member's own notifications; or, in the admins' area, those for all admins and the admin's own. */
export type Box = 'own' | 'admins';

/** Whether a box's panel is on: one switch for members and one for admins (specification, section 3). */
const keyOf = { own: 'notifications', admins: 'adminnotifications' } as const;

const listeners = makeListeners();
// Another tab may change it.
globalThis.addEventListener?.('storage', listeners.notify);

/** On by default. */
const isPanelOn = (box: Box): boolean => readStored(keyOf[box]) !== 'false';

export function togglePanel(box: Box, on: boolean): void {
  writeStored(keyOf[box], String(on));
  listeners.notify();
}

export const usePanelOn = (box: Box): boolean => listeners.useValue(() => isPanelOn(box));
