import { useKeyDown } from '../../../../ui/use-key-down.ts';

export type Shortcuts = Readonly<Record<string, () => void>>;

/** Elements that use keys themselves. A radio button uses only arrows, Enter and the space. */
const elsewhere =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=alertdialog]';

/** Keyboard shortcuts. Letters count by their place, also in Hangul mode; Ctrl, Alt and ⌘ are the browser's. */
export function useShortcuts(shortcuts: Shortcuts, paused: boolean): void {
  useKeyDown((event) => {
    if (paused || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return;
    const isLetter = event.code.startsWith('Key');
    if (!isLetter && event.target instanceof HTMLInputElement && event.target.type === 'radio') return;
    const key = isLetter ? event.code.slice(3).toLowerCase() : event.key;
    const action = shortcuts[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
