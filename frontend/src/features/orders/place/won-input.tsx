import { readTypedWon } from '@matgyo/contracts/typed-won';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';
import { afterEdit, grouped } from './group-won.ts';

interface WonInputProps {
  readonly id: string;
  /** As typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The field lost the focus; a readable amount has become grouped digits by then. */
  readonly onLeave: () => void;
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly ref: Ref<HTMLInputElement>;
}

const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && ['insertFromPaste', 'insertFromDrop'].includes(event.inputType);

/** Amount field in large type. Groups digits while typing without moving the caret. */
export function WonInput({ id, text, onText, onLeave, describedBy, invalid, ref }: WonInputProps) {
  const { t, language } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number>(undefined);

  // Grouping moves characters, so the caret keeps its distance from the end.
  useLayoutEffect(() => {
    const element = input.current;
    const after = digitsAfterCaret.current;
    digitsAfterCaret.current = undefined;
    if (element === null || after === undefined) return;
    let place = text.length;
    for (let seen = 0; place > 0 && seen < after; place -= 1) if (/\d/.test(text[place - 1] ?? '')) seen += 1;
    element.setSelectionRange(place, place);
  }, [text]);

  return (
    <span className="flex items-baseline border-line-strong border-b-2 py-0.5 has-[input:focus]:border-accent has-[[aria-invalid=true]]:border-danger">
      {language === 'en' && (
        <span aria-hidden="true" className="mr-1.5 whitespace-nowrap font-[600] text-fg-muted">
          KRW
        </span>
      )}
      <input
        ref={(element) => {
          input.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref !== null && ref !== undefined) ref.current = element;
        }}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={text}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={({ target, nativeEvent }) => {
          const shown = afterEdit(text, target.value, isPaste(nativeEvent));
          if (shown !== target.value)
            digitsAfterCaret.current = target.value
              .slice(target.selectionStart ?? target.value.length)
              .replace(/\D/g, '').length;
          onText(shown);
        }}
        onBlur={() => {
          const read = readTypedWon(text);
          if (read.kind === 'won') onText(grouped(read.krw));
          onLeave();
        }}
        className={classes(
          'min-w-0 flex-auto bg-transparent text-right font-[680] tracking-[-0.025em] outline-none',
          // Smaller type for a long amount.
          text.length > 11 ? 'text-[1.625rem] leading-[3rem]' : 'text-[2.25rem] leading-[3rem]',
        )}
      />
      {language === 'ko' && (
        <span aria-hidden="true" className="ml-1.5 text-[1.25rem] font-[600]">
          {t('unit.won')}
        </span>
      )}
    </span>
  );
}
