import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** Whether the notification panel is on: one switch for members and one for admins (specification, section 3). */
export type PanelSwitch = 'notifications' | 'adminnotifications';

const listeners = new Set<() => void>();

/** On by default. */
const isPanelOn = (panel: PanelSwitch): boolean => readStored(panel) !== 'false';

export function togglePanel(panel: PanelSwitch, on: boolean): void {
  writeStored(panel, String(on));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may change it.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const usePanelOn = (panel: PanelSwitch): boolean =>
  useSyncExternalStore(subscribe, () => isPanelOn(panel));
