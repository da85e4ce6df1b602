import { makeListeners } from './listeners.ts';
import { readStored, writeStored } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const listeners = makeListeners();
// Another tab may change it.
globalThis.addEventListener?.('storage', ({ key }) => key === 'theme' && chooseTheme(chosenTheme()));

function chosenTheme(): Theme {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Sets the theme of the document; `system` follows the device. The first paint reads it from storage. */
export function chooseTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  listeners.notify();
}

export const useTheme = (): Theme => listeners.useValue(chosenTheme);
