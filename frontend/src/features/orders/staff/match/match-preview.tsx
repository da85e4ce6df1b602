import { otherSide, sides } from '@matgyo/contracts/ids';
import { compareMoney, priceGap } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../../i18n/error-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { classes } from '../../../../ui/class-names.ts';
import type { Preview } from './match-calls.ts';
import { Awaited, Figure, Line } from './match-lines.tsx';
import type { DraftForm } from './use-match-draft.ts';

interface MatchPreviewProps {
  readonly form: DraftForm;
  readonly trouble: string | undefined;
}

/** Preview of the match. The amount can be reduced; the price lies between those of the orders. */
export function MatchPreview({ form, trouble }: MatchPreviewProps) {
  const { t, formatPrice } = useTexts();
  const errorTexts = useErrorTexts();
  const { priceText, setPriceText } = form;
  const { data: preview, isPlaceholderData: stale, error } = form.preview;
  const counterpart = preview?.[otherSide(form.order.side)];
  const figure = (of: (preview: Preview) => ReactNode) =>
    preview === undefined ? <Awaited failed={error !== null} /> : of(preview);
  const differ = preview !== undefined && preview.sell.price !== preview.buy.price;
  return (
    <section
      aria-label={t('match.preview')}
      aria-busy={stale || undefined}
      className="rounded-md bg-surface px-4 py-3 text-small max-[74.9375rem]:bg-inset"
    >
      <h3 className="text-small font-strong">
        {t('match.preview')}
        {counterpart !== undefined && (
          <span className="font-regular text-fg-muted">
            {' '}
            <span className="whitespace-nowrap">{counterpart.orderCode}</span> · {counterpart.nickname}
          </span>
        )}
      </h3>
      {trouble !== undefined && (
        <p role="alert" className="mt-1 text-danger">
          {trouble}
        </p>
      )}
      <dl className={classes('mt-0.5', stale && 'opacity-60')}>
        <Line label={t('label.price')}>
          {differ || priceText !== undefined ? (
            <Figure
              label={t('label.price')}
              value={priceText ?? (preview === undefined ? '' : formatPrice(preview.price))}
              error={form.priceInvalid ? errorTexts('PRICE_INVALID') : undefined}
              unit={t('unit.wonSign')}
              onChange={setPriceText}
            />
          ) : (
            figure(({ price }) => <PriceAmount value={price} />)
          )}
        </Line>
        {preview !== undefined && differ && <PriceGap preview={preview} onPrice={setPriceText} />}
        {preview !== undefined && <BeyondLimit preview={preview} onPrice={setPriceText} />}
        <Line label={t('match.krw')}>
          {figure(({ krw }) => (
            <KrwAmount value={krw} />
          ))}
        </Line>
        {sides.map((side) => (
          <Line key={side} label={t(`match.left.${side}`)} rule={side === 'sell'}>
            {figure((orders) => (
              <UsdtAmount value={orders[side].remaining} unit />
            ))}
          </Line>
        ))}
      </dl>
    </section>
  );
}

interface PriceGapProps {
  readonly preview: Preview;
  readonly onPrice: (text: string) => void;
}

function PriceGap({ preview, onPrice }: PriceGapProps) {
  const { t, formatPrice } = useTexts();
  const { sell, buy, sellAboveBuyBy } = preview;
  return (
    <div className="grid justify-items-end gap-1.5 py-1">
      <div className="flex gap-1.5">
        <PriceChoice
          label={t('match.sidePrice.sell')}
          price={sell.price}
          preview={preview}
          onPrice={onPrice}
        />
        <PriceChoice label={t('match.sidePrice.buy')} price={buy.price} preview={preview} onPrice={onPrice} />
      </div>
      <p className={sellAboveBuyBy === null ? 'text-fg-muted' : 'text-danger'}>
        {sellAboveBuyBy === null
          ? t('match.above.buy', { amount: formatPrice(priceGap(sell.price, buy.price)) })
          : t('match.above.sell', { amount: formatPrice(sellAboveBuyBy) })}
      </p>
    </div>
  );
}

function BeyondLimit({ preview, onPrice }: PriceGapProps) {
  const { t, formatPrice } = useTexts();
  const { beyondLimit, limits } = preview;
  if (beyondLimit.length === 0) return null;
  const { lowest, highest } = limits;
  const nearest = beyondLimit.includes('sell') ? lowest : highest;
  const values = { lowest: formatPrice(lowest), highest: formatPrice(highest) };
  return (
    <div role="alert" className="grid justify-items-end gap-1.5 py-1 text-right">
      {compareMoney(lowest, highest) > 0 ? (
        <p className="text-danger">{t('match.limitsApart', values)}</p>
      ) : (
        <>
          <p className="text-danger">{t('match.limits', values)}</p>
          <PriceChoice label={t('match.limitPrice')} price={nearest} preview={preview} onPrice={onPrice} />
        </>
      )}
    </div>
  );
}

interface PriceChoiceProps extends PriceGapProps {
  readonly label: string;
  readonly price: Preview['price'];
}

function PriceChoice({ label, price, preview, onPrice }: PriceChoiceProps) {
  const { formatPrice } = useTexts();
  return (
    <button
      type="button"
      aria-pressed={price === preview.price}
      onClick={() => onPrice(price)}
      className="tap-target whitespace-nowrap rounded-full bg-well px-2.5 py-0.5 font-medium text-fg-muted hover:text-fg aria-pressed:bg-inverse aria-pressed:text-on-inverse"
    >
      {label} {formatPrice(price)}
    </button>
  );
}
