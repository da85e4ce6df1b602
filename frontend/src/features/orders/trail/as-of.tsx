import { ArrowLeft, ArrowRight } from 'lucide-react';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { TrailPlace } from './use-trail-place.ts';

/** Slider that shows the order after any event, and back to now. */
export function AsOf({ at: { place, places, entry, goTo } }: { readonly at: TrailPlace }) {
  const { t, formatCount } = useTexts();
  if (entry === undefined) return null;
  const now = place === places;
  return (
    <section
      aria-labelledby="as-of"
      className="mt-7 grid grid-cols-[1fr_auto] items-center gap-x-7 gap-y-2.5 max-[16rem]:flex max-[16rem]:flex-col max-[16rem]:items-stretch desk:grid-cols-[13.1rem_1fr_auto]"
    >
      <div>
        <h2 id="as-of" className="text-heading">
          {now ? t('time.now') : t('trail.upTo', { place: formatCount(place) })}
        </h2>
        <p className="text-fg-subtle text-small">
          <Unbroken
            text={`${t('trail.count', { count: places, places: formatCount(places) })} · ${dateTimeInKorea(entry.at)}`}
          />
        </p>
      </div>
      <div className="max-desk:order-3 max-desk:col-span-2">
        <input
          type="range"
          min={1}
          max={places}
          value={place}
          aria-label={t('trail.slider')}
          aria-valuetext={t('trail.upTo', { place: formatCount(place) })}
          onChange={(event) => goTo(event.target.valueAsNumber)}
          className="block h-5 w-full accent-accent"
        />
      </div>
      {!now && (
        <Button
          size="medium"
          className="max-md:order-4 max-md:col-span-2 md:hidden"
          onClick={() => goTo(places)}
        >
          {t('trail.toNow')}
        </Button>
      )}
      <div className="flex items-center">
        <IconButton
          label={t('trail.earlier')}
          aria-disabled={place === 1 || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => goTo(Math.max(1, place - 1))}
        >
          <ArrowLeft size={20} />
        </IconButton>
        <IconButton
          label={t('trail.later')}
          aria-disabled={now || undefined}
          className="aria-disabled:opacity-40"
          onClick={() => goTo(Math.min(places, place + 1))}
        >
          <ArrowRight size={20} />
        </IconButton>
        <Button size="medium" className="ml-1.5 max-md:hidden" off={now} onClick={() => goTo(places)}>
          {t('trail.toNow')}
        </Button>
      </div>
    </section>
  );
}
