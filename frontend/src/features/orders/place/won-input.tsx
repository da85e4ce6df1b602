import { maxKrw } from '@matgyo/contracts/money';
import { type Ref, useLayoutEffect, useRef } from 'react';
import { useWords } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';

const mostDigits = maxKrw.length;

interface WonInputProps {
  readonly id: string;
  /** Whole won as digits; empty while nothing is typed. */
  readonly digits: string;
  readonly onDigits: (digits: string) => void;
  readonly describedBy: string;
  readonly invalid: boolean;
  readonly ref: Ref<HTMLInputElement>;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');

/** As typed, zeros in front included: whoever replaces the first digit would else lose all zeros behind it. */
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** An amount of won in large type. Groups its digits while they are typed and leaves the caret where it was. */
export function WonInput({ id, digits, onDigits, describedBy, invalid, ref }: WonInputProps) {
  const { t, language } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number>(undefined);
  const shown = grouped(digits);

  // Grouping moves characters; counted from the end, the digits behind the caret stay behind it.
  useLayoutEffect(() => {
    const element = input.current;
    const after = digitsAfterCaret.current;
    digitsAfterCaret.current = undefined;
    if (element === null || after === undefined) return;
    let place = shown.length;
    for (let seen = 0; place > 0 && seen < after; place -= 1)
      if (/\d/.test(shown[place - 1] ?? '')) seen += 1;
    element.setSelectionRange(place, place);
  }, [shown]);

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
        value={shown}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={({ target }) => {
          const next = digitsIn(target.value).slice(0, mostDigits);
          digitsAfterCaret.current = target.value
            .slice(target.selectionStart ?? target.value.length)
            .replace(/\D/g, '').length;
          onDigits(next);
        }}
        onBlur={() => onDigits(digits.replace(/^0+(?=\d)/, ''))}
        className={classes(
          'min-w-0 flex-auto bg-transparent text-right font-[680] tracking-[-0.025em] outline-none',
          // A long amount steps down rather than being cut.
          shown.length > 11 ? 'text-[1.625rem] leading-[3rem]' : 'text-[2.25rem] leading-[3rem]',
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
