import { useEffect, useEffectEvent } from 'react';

export type Shortcuts = Readonly<Record<string, () => void>>;

/** Where a key writes or chooses something of its own. */
const elsewhere = 'input, textarea, select, [contenteditable=true], [role=menu], [role=alertdialog]';

/**
 * Keys that act on what is chosen. A letter counts by its place on the keyboard, so that it works while Hangul is
 * typed; anything with Ctrl, Alt or ⌘ is the browser's.
 */
export function useShortcuts(shortcuts: Shortcuts, paused: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (paused || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return;
    const key = event.code.startsWith('Key') ? event.code.slice(3).toLowerCase() : event.key;
    const act = shortcuts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
