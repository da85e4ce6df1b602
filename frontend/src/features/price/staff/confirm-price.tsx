import { type Price, parsePrice } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { ungrouped } from '@matgyo/contracts/typed-won';
import { ArrowRight, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, PriceMove } from '../../../ui/amount.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { UnitField } from '../../../ui/unit-field.tsx';

interface ConfirmPriceProps {
  readonly open: boolean;
  /** The price when the dialog was opened; null if there was none. */
  readonly seen: Price | null;
  /** The current price. */
  readonly now: Price | null;
  readonly next: Price;
  /** The limit for one admin, and the price of the last day from which it is exceeded; undefined if it is not. */
  readonly beyond: { readonly percent: string; readonly from: Price } | undefined;
  /** Another admin has to approve it; otherwise a price beyond the limit is typed again. */
  readonly toApprove: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Old and new price and their difference; if the old one has changed meanwhile, that is shown first. */
export function ConfirmPrice(props: ConfirmPriceProps) {
  const { seen, now, next, beyond, toApprove, onConfirm, ...confirmation } = props;
  const { t, formatPrice } = useTexts();
  const moved = seen !== now;
  const change = now === null ? undefined : priceChange(now, next);
  const errorTexts = useErrorTexts();
  const [again, setAgain] = useState('');
  const [error, setError] = useState<string>();
  const confirm = () => {
    if (beyond !== undefined && !toApprove && parsePrice(ungrouped(again)) !== next)
      return setError(again.trim() === '' ? errorTexts('PRICE_REQUIRED') : t('setPrice.againWrong'));
    onConfirm();
  };
  return (
    <Confirm
      {...confirmation}
      title={t('setPrice.askTitle')}
      confirmLabel={toApprove ? t('approval.ask') : t('setPrice.askYes', { price: formatPrice(next) })}
      onConfirm={confirm}
    >
      {moved && (
        <p
          role="alert"
          className="mb-3 flex items-start gap-2 rounded-lg bg-notice px-4 py-3 text-on-notice text-small"
        >
          <RefreshCw size={16} strokeWidth={1.8} className="mt-0.5" />
          <span>
            {t('setPrice.moved')}{' '}
            <span className="whitespace-nowrap">
              {seen !== null && <s>{formatPrice(seen)}</s>} →{' '}
              <b className="font-strong">{now === null ? '–' : formatPrice(now)}</b>
            </span>
          </span>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-figure text-fg">
        {now !== null && (
          <>
            <span className="font-regular text-fg-muted">
              <PriceAmount value={now} />
            </span>
            <ArrowRight size={20} className="text-fg-subtle" />
            <span className="sr-only">{t('setPrice.to')}</span>
          </>
        )}
        <PriceAmount value={next} />
      </p>
      {change !== undefined && change.direction !== 'same' && (
        <p className="mt-1">
          <PriceMove change={change} percent />
        </p>
      )}
      {beyond !== undefined && (
        <p className="mt-3 font-strong text-danger">
          {t('setPrice.beyond', { percent: beyond.percent, from: formatPrice(beyond.from) })}
        </p>
      )}
      <p className="mt-2 text-small">{toApprove ? t('setPrice.askApproval') : t('setPrice.askText')}</p>
      {beyond !== undefined && !toApprove && (
        <div className="mt-3">
          <UnitField
            label={t('setPrice.again')}
            value={again}
            error={error}
            unit={t('unit.krw')}
            className="text-right"
            onType={(typed) => {
              setAgain(typed);
              setError(undefined);
            }}
          />
        </div>
      )}
    </Confirm>
  );
}
