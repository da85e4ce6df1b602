import type { Language } from '@matgyo/contracts/errors/index';
import { useId, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { FieldError } from './field.tsx';
import { Kbd } from './kbd.tsx';
import { useKeyDown } from './use-key-down.ts';

interface ReasonChoiceProps<Reason extends string> {
  /** The name of its buttons, where something else refers to them. */
  readonly id?: string;
  readonly title: string;
  readonly reasons: readonly Reason[];
  readonly texts: Readonly<Record<Reason, Readonly<Record<Language, string>>>>;
  readonly chosen: Reason | undefined;
  readonly onChoose: (reason: Reason) => void;
  readonly error?: string | undefined;
  readonly withoutKeys?: boolean;
}

/** A reason that has to be chosen. None is preselected: it goes on the record. */
export function useReason<Reason extends string>(missingText: string) {
  const [chosen, onChoose] = useState<Reason>();
  const [tried, setTried] = useState(false);
  return {
    chosen,
    field: { chosen, onChoose, error: tried && chosen === undefined ? missingText : undefined },
    /** Marks the field if none is chosen. */
    check: () => setTried(true),
  };
}

/** In a low window it is below the edge of a dialog that scrolls. */
const intoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' });

/** A choice of reasons, in admins' dialogs also by number key. */
export function ReasonChoice<Reason extends string>(props: ReasonChoiceProps<Reason>) {
  const ownId = useId();
  const { id = ownId, title, reasons, texts, chosen, onChoose, error, withoutKeys = false } = props;
  const { language } = useTexts();
  useKeyDown((event) => {
    // In a text field digits are text, and with Ctrl, Alt or ⌘ they are the browser's.
    const { target, ctrlKey, altKey, metaKey } = event;
    if (withoutKeys || ctrlKey || altKey || metaKey) return;
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
          <span className="flex-auto">{texts[reason][language]}</span>
          {!withoutKeys && (
            <span aria-hidden="true" className="max-md:hidden">
              <Kbd>{String(place + 1)}</Kbd>
            </span>
          )}
        </label>
      ))}
      <div ref={error === undefined ? undefined : intoSight}>
        <FieldError id={id} error={error} />
      </div>
    </fieldset>
  );
}
