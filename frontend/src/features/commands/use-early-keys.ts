import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * The text typed while the command menu is open but its field has not the focus yet, as while it is being loaded. Its
 * keys are kept from the page, whose shortcuts are letters too.
 */
export function useEarlyKeys(
  open: boolean,
  field: RefObject<HTMLInputElement | null>,
  onClose: () => void,
): string {
  const [text, setText] = useState('');
  if (!open && text !== '') setText('');
  const hold = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === field.current) return;
    event.stopPropagation();
    // Any other key goes into the field then.
    if (field.current !== null && event.key !== 'Escape') return field.current.focus();
    event.preventDefault();
    if (event.key === 'Escape') onClose();
    if (event.key === 'Backspace') setText((before) => before.slice(0, -1));
    if (/^[ -~]$/.test(event.key)) setText((before) => before + event.key);
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => hold(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [open]);
  return text;
}
