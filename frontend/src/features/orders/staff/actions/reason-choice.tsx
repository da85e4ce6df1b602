import { useId } from 'react';
import { Kbd } from '../../../../ui/kbd.tsx';
import { useKeyDown } from '../../../../ui/use-key-down.ts';

interface ReasonChoiceProps<Reason extends string> {
  readonly title: string;
  readonly reasons: readonly Reason[];
  readonly wordOf: (reason: Reason) => string;
  readonly chosen: Reason | undefined;
  readonly onChoose: (reason: Reason) => void;
  /** The error of the choice. */
  readonly error?: string | undefined;
}

/** A choice of reasons, also by number key. */
export function ReasonChoice<Reason extends string>(props: ReasonChoiceProps<Reason>) {
  const { title, reasons, wordOf, chosen, onChoose, error } = props;
  const id = useId();
  useKeyDown((event) => {
    // In a text field digits are text, and with Ctrl, Alt or ⌘ they are the browser's.
    const { target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (target instanceof Element && target.matches('textarea, input:not([type=radio])')) return;
    const reason = reasons[Number(event.key) - 1];
    if (reason !== undefined) onChoose(reason);
  });
  return (
    <fieldset className="mt-3 border-0" aria-describedby={`${id}-error`}>
      <legend className="font-strong text-fg">{title}</legend>
      {reasons.map((reason, place) => (
        <label key={reason} className="flex min-h-8 items-center gap-2.5 max-md:min-h-10">
          <input
            type="radio"
            name={id}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
            className="size-4 flex-none accent-accent"
          />
          <span className="flex-auto">{wordOf(reason)}</span>
          <span aria-hidden="true" className="max-md:hidden">
            <Kbd>{String(place + 1)}</Kbd>
          </span>
        </label>
      ))}
      <p id={`${id}-error`} role="alert" className="text-danger text-small empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
