import { type Krw, usdtFor } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { useCurrentPrice, usePriceChange, usePriceHistory } from '../../api/price.ts';
import { useTexts } from '../../i18n/index.ts';
import { PriceMove, Signed, UsdtAmount } from '../../ui/amount.tsx';
import { Loading, NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { StepChart } from './step-chart.tsx';

const million = '1000000' as Krw;

/** The current price, its recent course, and what a million won buys. */
export function PriceHero({ children }: { readonly children: ReactNode }) {
  const { t, language, formatPrice } = useTexts();
  const current = useCurrentPrice();
  const price = current.data?.data;
  if (price === undefined && current.error !== null)
    return <NotLoaded failed={t('price.loadFailed')} query={current} />;
  return (
    <>
      <h1 id="price-now">
        <span className="block text-fg-muted text-heading font-medium">{t('price.oneUsdtIs')}</span>
        <span className="sr-only"> </span>
        {price === undefined && (
          <Loading>
            <span className="block text-display">
              <Skeleton className="inline-block h-[0.72em] w-64 rounded-md" />
            </span>
          </Loading>
        )}
        {price === null && <span className="block py-6 text-figure">{t('price.none')}</span>}
        {typeof price === 'string' && (
          <span className="-ml-1 block whitespace-nowrap text-display proportional-nums">
            {language === 'ko' ? (
              <>
                {formatPrice(price)}
                <span className="ml-1.5 text-[1.75rem] font-[600] tracking-normal md:text-[2.25rem]">
                  {t('unit.won')}
                </span>
              </>
            ) : (
              <Signed figure={formatPrice(price)} signClass="ml-1 mr-1.5 h-[0.42em] w-[0.48em]" />
            )}
          </span>
        )}
      </h1>
      {price !== null && <Movement />}
      {price !== null && (
        <p className="mt-2.5 flex flex-wrap items-baseline justify-between py-2.5 text-heading font-regular md:mt-6 md:py-3.5">
          <span className="text-fg-muted">{t('price.aMillionBuys')}</span>
          <span className="font-strong">
            {price === undefined ? (
              <Skeleton className="inline-block w-28" />
            ) : (
              <UsdtAmount value={usdtFor(million, price)} unit />
            )}
          </span>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </>
  );
}

function Movement() {
  const { t } = useTexts();
  const change = usePriceChange();
  const { data: history } = usePriceHistory();
  return (
    <>
      <p className="mt-2 flex min-h-7 flex-wrap items-center gap-x-2.5 text-heading">
        {change?.direction === 'same' && (
          <span className="text-fg-muted text-small">{t('price.unchanged')}</span>
        )}
        {change !== undefined && change.direction !== 'same' && (
          <>
            <PriceMove change={change} percent />
            <span className="text-fg-subtle text-small font-regular">{t('price.sinceYesterday')}</span>
          </>
        )}
      </p>
      <div className="mt-5 min-h-[106px] md:mt-7 md:min-h-[130px]">
        <StepChart prices={history?.items ?? []} />
      </div>
    </>
  );
}
