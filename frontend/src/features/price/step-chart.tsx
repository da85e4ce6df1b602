import type { Price } from '@matgyo/contracts/money';
import { priceChange } from '@matgyo/contracts/price-change';
import type { PricePoint } from '../../api/price.ts';
import { dayInKorea, timeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { serverTime } from '../../session/server-time.ts';
import { PriceAmount } from '../../ui/amount.tsx';
import { lastOfEachMinute, stepPath } from './step-path.ts';

const size = { width: 420, height: 120 };
const colours = { up: 'text-up', down: 'text-down', same: 'text-fg-subtle' };

/** These prices, newest first, as steps until now, since a price stays until it is set again. */
export function StepChart({ prices }: { readonly prices: readonly PricePoint[] }) {
  const { t, language, formatPrice } = useTexts();
  const points = lastOfEachMinute(prices);
  const newest = points[0];
  const oldest = points.at(-1);
  if (newest === undefined || oldest === undefined) return null;
  // The direction of the drawn period; that of the day, above, may differ.
  const { direction } = priceChange(oldest.price, newest.price);
  const { line, area } = stepPath(points, serverTime(), size);
  const spoken = (price: Price) => t('price.spoken', { figure: formatPrice(price) });
  const since = `${dayInKorea(oldest.setAt, language)} ${timeInKorea(oldest.setAt)}`;
  const values = { since, from: spoken(oldest.price), to: spoken(newest.price) };
  const label = {
    up: t('price.chartRose', values),
    down: t('price.chartFell', values),
    same: t('price.chartStayed', values),
  }[direction];
  return (
    <figure className={colours[direction]}>
      <svg
        className="h-[72px] w-full md:h-24"
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path d={area} fill="currentColor" fillOpacity="0.08" />
        <path d={line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="flex justify-between border-line border-t pt-2 text-fg-subtle text-micro">
        <span>
          {since} <PriceAmount value={oldest.price} className="font-medium" />
        </span>
        <span>
          {t('time.now')} <PriceAmount value={newest.price} className="font-medium" />
        </span>
      </figcaption>
    </figure>
  );
}
