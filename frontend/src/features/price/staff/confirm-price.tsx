import type { Price } from '@matgyo/contracts/money';
import { compareMoney } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import { ArrowRight, RefreshCw } from 'lucide-react';
import { formatPrice } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount } from '../../../ui/amount.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { PriceMove } from '../../../ui/price-move.tsx';

/** A change of more than this, in percent, is more often a slip of the finger than a price. */
const unusualPercent = '10' as Price;

interface ConfirmPriceProps {
  readonly open: boolean;
  /** The price in force when the question was asked; null: none was. */
  readonly seen: Price | null;
  /** The price in force now. */
  readonly now: Price | null;
  readonly next: Price;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Old and new price and by how much they differ; when the old one moved meanwhile, that is said first. */
export function ConfirmPrice({ open, seen, now, next, busy, onCancel, onConfirm }: ConfirmPriceProps) {
  const { t, language } = useTexts();
  const moved = seen !== now;
  const change = now === null ? undefined : priceChange(now, next);
  const unusual = change !== undefined && compareMoney(change.percent as Price, unusualPercent) > 0;
  return (
    <Confirm
      open={open}
      title={t('setPrice.askTitle')}
      confirmLabel={t('setPrice.askYes', { price: formatPrice(next, language) })}
      cancelLabel={t('setPrice.askNo')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
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
              {seen !== null && <s>{formatPrice(seen, language)}</s>} →{' '}
              <b className="font-strong">{now === null ? '–' : formatPrice(now, language)}</b>
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
            <ArrowRight size={20} strokeWidth={1.6} className="text-fg-subtle" />
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
      {unusual && <p className="mt-2 font-strong text-danger">{t('setPrice.unusual')}</p>}
      <p className="mt-2 text-small">{t('setPrice.askText')}</p>
    </Confirm>
  );
}
