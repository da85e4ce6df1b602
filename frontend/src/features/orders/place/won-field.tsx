import { addKrw, isPositive, type Krw } from '@matgyo/contracts/money';
import { useLayoutEffect, useRef } from 'react';
import { readWon } from '../../../format/won-reading.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/field.tsx';
import { afterEdit, grouped } from './group-won.ts';
import type { OrderForm } from './use-order-form.ts';

/** Amount in won: accepts any usual notation, has add buttons, and repeats the amount in words. */
export function WonField({ form }: { readonly form: OrderForm }) {
  const { t, language } = useTexts();
  const { side, price, won } = form;
  const krw = won.read.kind === 'won' ? won.read.krw : undefined;
  const fault = won.fault === undefined ? form.message.of('krw') : t(`place.${won.fault}`);
  const add = (step: Krw) => {
    // An unreadable amount cannot be added to; the error below the field says what is wrong.
    if (won.read.kind !== 'refused') won.set(grouped(addKrw(krw ?? ('0' as Krw), step)));
  };
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor="krw" className="text-fg-muted text-small font-medium">
          {t(`place.krwField.${side}`)}
        </label>
        <span className="text-fg-subtle text-small">
          {price == null ? (
            price === null && t('price.none')
          ) : (
            <>
              1 USDT <PriceAmount value={price} /> {/* A notice above shows a new one. */}
              {form.priceBefore === undefined && (
                <span className="ml-1 text-accent font-[600]">{t('place.priceNow')}</span>
              )}
            </>
          )}
        </span>
      </div>
      <WonInput form={form} invalid={fault !== undefined || form.isBeyond} />
      <p
        id="krw-reading"
        hidden={krw === undefined && fault !== undefined}
        className="mt-1.5 min-h-6 text-right text-fg-muted"
      >
        {krw !== undefined && readWon(krw, language)}
      </p>
      <FieldError id="krw" error={fault} className="mt-1.5 min-h-6" />
      <QuickAdd onAdd={add} />
      <QuickSet form={form} />
    </>
  );
}

/** The add buttons in units of 10,000 won, as Korean has them; others read thousands (specification, section 9). */
const steps = [1, 3, 5, 10, 20, 30, 50, 100] as const;

function QuickAdd({ onAdd }: { readonly onAdd: (won: Krw) => void }) {
  const { t, language, formatCount } = useTexts();
  return (
    <fieldset className="mt-3 grid grid-cols-4 max-[16rem]:grid-cols-2 gap-1.5 border-0">
      <legend className="sr-only">{t('place.addAmount')}</legend>
      {steps.map((man) => (
        <Button key={man} size="small" className="min-h-9 px-0" onClick={() => onAdd(`${man}0000` as Krw)}>
          {`+${formatCount(language === 'ko' ? man : man * 10)}${t('unit.man')}`}
        </Button>
      ))}
    </fieldset>
  );
}

function QuickSet({ form: { won, most } }: { readonly form: OrderForm }) {
  const { t } = useTexts();
  return (
    <div className="mt-1.5 flex justify-end gap-1.5">
      {most !== undefined && isPositive(most) && (
        <Button size="small" variant="quiet" onClick={() => won.set(grouped(most))}>
          {t('place.most')}
        </Button>
      )}
      <Button size="small" variant="quiet" off={won.text === ''} onClick={() => won.set('')}>
        {t('place.clear')}
      </Button>
    </div>
  );
}

const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && ['insertFromPaste', 'insertFromDrop'].includes(event.inputType);

/** Amount field in large type. Groups digits while typing without moving the caret. */
function WonInput({ form, invalid }: { readonly form: OrderForm; readonly invalid: boolean }) {
  const { t, language } = useTexts();
  const { won } = form;
  const { text, read } = won;
  const input = form.inputs.won;
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
  }, [text, input]);

  return (
    <span
      className={classes(
        'flex items-baseline border-b-2 py-0.5',
        invalid
          ? 'border-danger'
          : 'border-line-strong has-[input:focus]:border-accent forced-colors:has-[input:focus]:border-[Highlight]',
      )}
    >
      {language === 'en' && (
        <span aria-hidden="true" className="mr-1.5 whitespace-nowrap font-[600] text-fg-muted">
          KRW
        </span>
      )}
      <input
        ref={input}
        id="krw"
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={text}
        aria-describedby="krw-reading krw-left krw-error"
        aria-invalid={invalid || undefined}
        onChange={({ target, nativeEvent }) => {
          const shown = afterEdit(text, target.value, isPaste(nativeEvent));
          if (shown !== target.value)
            digitsAfterCaret.current = target.value
              .slice(target.selectionStart ?? target.value.length)
              .replace(/\D/g, '').length;
          won.set(shown);
        }}
        onBlur={() => {
          if (read.kind === 'won') won.set(grouped(read.krw));
          won.leave();
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
