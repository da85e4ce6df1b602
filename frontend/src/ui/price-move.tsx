import type { PriceChange } from '@matgyo/contracts/price-change';
import { useTexts } from '../i18n/index.ts';
import { Signed } from './amount.tsx';
import { classes } from './class-names.ts';

const triangles = { up: 'M6 2.2 11 10H1z', down: 'M6 9.8 1 2h10z' } as const;

interface PriceMoveProps {
  readonly change: PriceChange;
  readonly percent?: boolean;
  /** On the dark notice band both directions keep its colour. */
  readonly plain?: boolean;
}

/** A price change with ▲▼, in the colours usual in the user's country. Nothing if it is zero. */
export function PriceMove({ change, percent, plain }: PriceMoveProps) {
  const { t, formatPrice } = useTexts();
  if (change.direction === 'same') return null;
  const rises = change.direction === 'up';
  const figure = formatPrice(change.difference);
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap font-strong',
        plain !== true && (rises ? 'text-up' : 'text-down'),
      )}
    >
      <svg width="10" height="10" viewBox="0 0 12 12" aria-hidden="true">
        <path d={triangles[change.direction]} fill="currentColor" />
      </svg>
      <span className="sr-only">{rises ? t('price.rose') : t('price.fell')}</span>
      <span>
        <Signed figure={figure} />
        {percent === true && ` (${rises ? '+' : '−'}${change.percent}%)`}
      </span>
    </span>
  );
}
