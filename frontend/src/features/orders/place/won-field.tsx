import type { Side } from '@matgyo/contracts/ids';
import { addKrw, type Krw, type Price } from '@matgyo/contracts/money';
import type { RefObject } from 'react';
import { formatKrw } from '../../../format/amount.ts';
import { readWon } from '../../../format/won-reading.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { grouped } from './group-won.ts';
import type { WonText } from './use-typed-won.ts';
import { WonInput } from './won-input.tsx';

interface WonFieldProps {
  readonly side: Side;
  readonly price: Price | null | undefined;
  /** The price changed while the member was typing; the notice above shows the new one. */
  readonly priceMoved: boolean;
  readonly won: WonText;
  /** A brief error about a readable amount. */
  readonly message: string | undefined;
  readonly ref: RefObject<HTMLInputElement | null>;
}

/** Amount in won: accepts any usual notation, has add buttons, and repeats the amount in words. */
export function WonField({ side, price, priceMoved, won, message, ref }: WonFieldProps) {
  const { t, language } = useTexts();
  const krw = won.read.kind === 'won' ? won.read.krw : undefined;
  const faults = {
    unreadable: t('place.krwUnreadable'),
    notWhole: t('place.krwNotWhole'),
    tooLarge: t('place.tooLarge'),
  };
  const fault = won.fault === undefined ? message : faults[won.fault];
  const add = (step: Krw) => {
    // An unreadable amount cannot be added to; the error below the field says what is wrong.
    if (won.read.kind !== 'refused') won.set(grouped(addKrw(krw ?? ('0' as Krw), step)));
  };
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor="krw" className="text-fg-muted text-small font-medium">
          {side === 'sell' ? t('place.krwToReceiveField') : t('place.krwToSendField')}
        </label>
        <span className="text-fg-subtle text-small">
          {price == null ? (
            price === null && t('price.none')
          ) : (
            <>
              1 USDT <PriceAmount value={price} />{' '}
              {!priceMoved && <span className="ml-1 text-accent font-[600]">{t('place.priceNow')}</span>}
            </>
          )}
        </span>
      </div>
      <WonInput
        id="krw"
        ref={ref}
        text={won.text}
        onText={won.set}
        onLeave={won.leave}
        describedBy="krw-reading krw-fault"
        invalid={fault !== undefined}
      />
      <p
        id="krw-reading"
        hidden={krw === undefined && fault !== undefined}
        className="mt-1.5 min-h-6 text-right text-fg-muted"
      >
        {krw !== undefined && readWon(krw, language)}
      </p>
      <p id="krw-fault" role="alert" className="mt-1.5 min-h-6 text-danger text-small empty:hidden">
        {fault}
      </p>
      <QuickAdd onAdd={add} />
    </>
  );
}

/** Amounts of the add buttons: units of 10,000 won in Korean, of 1,000 otherwise (specification, section 9). */
const steps = [
  { won: '10000', man: '1', thousand: '10' },
  { won: '30000', man: '3', thousand: '30' },
  { won: '50000', man: '5', thousand: '50' },
  { won: '100000', man: '10', thousand: '100' },
  { won: '200000', man: '20', thousand: '200' },
  { won: '300000', man: '30', thousand: '300' },
  { won: '500000', man: '50', thousand: '500' },
  { won: '1000000', man: '100', thousand: '1000' },
] as const;

interface QuickAddProps {
  readonly onAdd: (won: Krw) => void;
}

function QuickAdd({ onAdd }: QuickAddProps) {
  const { t, language } = useTexts();
  return (
    <fieldset className="mt-3 grid grid-cols-4 gap-1.5 border-0">
      <legend className="sr-only">{t('place.addAmount')}</legend>
      {steps.map(({ won, man, thousand }) => (
        <Button key={won} size="small" className="min-h-9 px-0" onClick={() => onAdd(won as Krw)}>
          {language === 'ko'
            ? `+${man}${t('unit.man')}`
            : `+${formatKrw(thousand as Krw, language)}${t('unit.man')}`}
        </Button>
      ))}
    </fieldset>
  );
}
