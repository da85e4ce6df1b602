import { type FormEvent, useState } from 'react';
import { type Range, useRange } from './range-fields.tsx';

interface DryRunForm {
  readonly range: Range;
  /** Whether the address holds a query already. */
  readonly hasRun: boolean;
  readonly busy: boolean;
}

const none: ReadonlySet<string> = new Set();

/** What the forms of both dry runs share: the range, and marking invalid fields once the form was submitted. */
export function useDryRunForm({ range: start, hasRun, busy }: DryRunForm) {
  const range = useRange(start, hasRun);
  const [pressed, setPressed] = useState(false);
  /** Calls `send` if everything is readable, else moves the focus to the first invalid field. */
  const submit = (event: FormEvent<HTMLFormElement>, send: (() => void) | undefined) => {
    event.preventDefault();
    setPressed(true);
    if (busy) return;
    if (send !== undefined && range.isReadable) return send();
    // By then the invalid fields are marked.
    const form = event.currentTarget;
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const shown = (wrong: ReadonlySet<string> | undefined) => (pressed && wrong !== undefined ? wrong : none);
  return { range, pressed, submit, shown };
}
