import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';
import { readStored, writeStored } from './storage.ts';

/** Whether the notification panel is on: one switch for members and one for admins (specification, section 3). */
export type PanelSwitch = 'notifications' | 'adminnotifications';

const listeners = makeListeners();

/** On by default. */
const isPanelOn = (panel: PanelSwitch): boolean => readStored(panel) !== 'false';

export function togglePanel(panel: PanelSwitch, on: boolean): void {
  writeStored(panel, String(on));
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  // Another tab may change it.
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

export const usePanelOn = (panel: PanelSwitch): boolean =>
  useSyncExternalStore(subscribe, () => isPanelOn(panel));
