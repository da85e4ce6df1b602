import type { Price } from '@matgyo/contracts/money';
import { useState } from 'react';
import { useCurrentPrice, usePriceChange } from '../api/price.ts';
import { useTexts } from '../i18n/index.ts';
import { PriceAmount, PriceMove } from '../ui/amount.tsx';
import { classes } from '../ui/class-names.ts';

export function PriceTicker() {
  const { t } = useTexts();
  const { data } = useCurrentPrice();
  const change = usePriceChange();
  if (data === undefined) return null;
  return (
    <p className="inline-flex items-baseline gap-2 whitespace-nowrap px-2 text-small max-[16rem]:hidden max-md:gap-1.5">
      <span className={classes('text-fg-subtle', data.data === null && 'max-md:hidden')}>1 USDT</span>
      {data.data === null ? (
        <span className="text-fg-muted">{t('price.none')}</span>
      ) : (
        <>
          <FlashingPrice price={data.data} />
          {change !== undefined && (
            <span className="contents max-[22rem]:hidden">
              <PriceMove change={change} />
            </span>
          )}
        </>
      )}
    </p>
  );
}

/** Flashes when the price changes, not for the first one. */
function FlashingPrice({ price }: { readonly price: Price }) {
  const [first] = useState(price);
  const [changed, setChanged] = useState(false);
  if (!changed && price !== first) setChanged(true);
  return (
    // A new key restarts the animation.
    <span
      key={price}
      className={`-mx-1 rounded-xs px-1 text-body font-strong ${changed ? 'animate-flash' : ''}`}
    >
      <PriceAmount value={price} />
    </span>
  );
}
