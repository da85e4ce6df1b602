import type { Krw, Usdt } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import type { OrderForm } from './use-order-form.ts';

/** The figures of the order, beside the fields. */
export function Receipt({ form: { side, quote, feeRate } }: { readonly form: OrderForm }) {
  const { t, formatRate } = useTexts();
  const usdt = (value: Usdt | undefined) =>
    value === undefined ? <Dash /> : <UsdtAmount value={value} unit />;
  const krw = (value: Krw | undefined) => (value === undefined ? <Dash /> : <KrwAmount value={value} />);
  return side === 'sell' ? (
    <dl className="mt-0.5 mb-auto md:mt-2">
      <Line label={t('place.sellAmount')}>{usdt(quote?.usdt)}</Line>
      <Line label={t('place.fee', { rate: feeRate === undefined ? '' : formatRate(feeRate) })}>
        {usdt(quote?.fee)}
      </Line>
      <Line label={t('place.usdtToSend')} rule>
        <span className="font-strong">{usdt(quote?.sent)}</span>
      </Line>
      <Line label={t('place.krwToReceive')} outcome>
        {krw(quote?.krw)}
      </Line>
    </dl>
  ) : (
    <dl className="mt-0.5 mb-auto md:mt-2">
      <Line label={t('place.buyAmount')}>{usdt(quote?.usdt)}</Line>
      <Line label={t('label.fee')}>
        <span className="text-fg-muted text-small">{t('place.noFee')}</span>
      </Line>
      <Line label={t('place.krwToSend')} rule>
        <span className="font-strong">{krw(quote?.krw)}</span>
      </Line>
      <Line label={t('place.usdtToReceive')} outcome>
        {usdt(quote?.usdt)}
      </Line>
    </dl>
  );
}

const Dash = () => <span className="font-regular text-fg-subtle">–</span>;

interface LineProps {
  readonly label: string;
  readonly rule?: boolean;
  readonly outcome?: boolean;
  readonly children: ReactNode;
}

function Line({ label, rule, outcome, children }: LineProps) {
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-3 py-[3px] md:py-[7px]',
        rule === true && 'mt-1 border-line border-t pt-2 md:pt-3',
      )}
    >
      <dt className="text-fg-muted text-small">{label}</dt>
      <dd
        className={
          outcome === true
            ? 'text-[1.25rem] text-accent font-[680] tracking-[-0.01em] [--amount-decimals:currentColor]'
            : undefined
        }
      >
        {children}
      </dd>
    </div>
  );
}
