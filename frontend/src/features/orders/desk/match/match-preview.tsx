import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { otherSide } from '@matgyo/contracts/ids';
import { priceGap } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { formatPrice, formatRate, formatUsdt } from '../../../../format/amount.ts';
import { useWords } from '../../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../../ui/amount.tsx';
import { classes } from '../../../../ui/class-names.ts';
import { Bone } from '../../../../ui/placeholder.tsx';
import type { Preview } from './match-calls.ts';

interface MatchPreviewProps {
  readonly order: AdminOrderView;
  readonly preview: Preview | undefined;
  /** Figures of what was stated before; the new ones are under way. */
  readonly stale: boolean;
  readonly trouble: string | undefined;
  /** As typed; undefined as long as the proposed one stands. */
  readonly amountText: string | undefined;
  readonly amountWrong: string | undefined;
  readonly onAmount: (text: string) => void;
  readonly priceText: string | undefined;
  readonly priceWrong: string | undefined;
  readonly onPrice: (text: string) => void;
}

/** What would come of the match. The amount may be made smaller, the price lies between those of the two orders. */
export function MatchPreview(props: MatchPreviewProps) {
  const {
    order,
    preview,
    stale,
    trouble,
    amountText,
    amountWrong,
    onAmount,
    priceText,
    priceWrong,
    onPrice,
  } = props;
  const { t, language } = useWords();
  const counterpart = preview?.[otherSide(order.side)];
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
            {counterpart.orderCode} · {counterpart.nickname}
          </span>
        )}
      </h3>
      {trouble !== undefined && (
        <p role="alert" className="mt-1 text-danger">
          {trouble}
        </p>
      )}
      <dl className={classes('mt-0.5', stale && 'opacity-60')}>
        <Line label={t('match.amount')}>
          <Figure
            label={t('match.amount')}
            value={amountText ?? (preview === undefined ? '' : formatUsdt(preview.amount, language))}
            error={amountWrong}
            unit="USDT"
            onChange={onAmount}
          />
        </Line>
        <Line label={t('match.price')}>
          {differ || priceText !== undefined ? (
            <Figure
              label={t('match.price')}
              value={priceText ?? (preview === undefined ? '' : formatPrice(preview.price, language))}
              error={priceWrong}
              unit={t('match.won')}
              onChange={onPrice}
            />
          ) : preview === undefined ? (
            <Bone className="w-16" />
          ) : (
            <PriceAmount value={preview.price} />
          )}
        </Line>
        {preview !== undefined && differ && <PriceGap preview={preview} onPrice={onPrice} />}
        <Line label={t('match.krw')}>
          {preview === undefined ? <Bone className="w-20" /> : <KrwAmount value={preview.krw} />}
        </Line>
        <Line
          label={
            preview === undefined
              ? t('match.fee', { rate: '' })
              : t('match.fee', { rate: formatRate(preview.feeRate, language) })
          }
        >
          {preview === undefined ? (
            <Bone className="w-16" />
          ) : (
            <UsdtAmount value={preview.feeEstimate} unit />
          )}
        </Line>
        <Line label={t('match.sellLeft')} rule>
          {preview === undefined ? (
            <Bone className="w-20" />
          ) : (
            <UsdtAmount value={preview.sell.remaining} unit />
          )}
        </Line>
        <Line label={t('match.buyLeft')}>
          {preview === undefined ? (
            <Bone className="w-20" />
          ) : (
            <UsdtAmount value={preview.buy.remaining} unit />
          )}
        </Line>
      </dl>
    </section>
  );
}

/** The two orders name different prices: by how much, and either of them with one press. */
function PriceGap({
  preview,
  onPrice,
}: {
  readonly preview: Preview;
  readonly onPrice: (text: string) => void;
}) {
  const { t, language } = useWords();
  const { sell, buy, sellAboveBuyBy } = preview;
  const choice = (label: string, price: Preview['price']) => (
    <button
      type="button"
      aria-pressed={price === preview.price}
      onClick={() => onPrice(price)}
      className="tap-target whitespace-nowrap rounded-full bg-well px-2.5 py-0.5 font-medium text-fg-muted hover:text-fg aria-pressed:bg-inverse aria-pressed:text-on-inverse"
    >
      {label} {formatPrice(price, language)}
    </button>
  );
  return (
    <div className="grid justify-items-end gap-1.5 py-1">
      <div className="flex gap-1.5">
        {choice(t('match.sellPrice'), sell.price)}
        {choice(t('match.buyPrice'), buy.price)}
      </div>
      <p className={sellAboveBuyBy === null ? 'text-fg-muted' : 'text-danger'}>
        {sellAboveBuyBy === null
          ? t('match.buyAbove', { amount: formatPrice(priceGap(sell.price, buy.price), language) })
          : t('match.sellAbove', { amount: formatPrice(sellAboveBuyBy, language) })}
      </p>
    </div>
  );
}

function Line({
  label,
  rule,
  children,
}: {
  readonly label: string;
  readonly rule?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classes(
        'flex min-h-[26px] items-center justify-between gap-3',
        rule === true && 'mt-1.5 border-line border-t pt-1.5',
      )}
    >
      <dt className="text-fg-muted">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly unit: string;
  readonly onChange: (text: string) => void;
}

/** A figure that reads like the others and can be written over. */
function Figure({ label, value, error, unit, onChange }: FigureProps) {
  return (
    <span className="inline-grid justify-items-end">
      <span className="inline-flex items-center gap-1">
        <input
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-[26px] w-28 rounded-sm border border-line-strong bg-canvas px-2 text-right font-strong tap-target aria-invalid:border-danger"
        />
        <span className="text-fg-subtle text-micro">{unit}</span>
      </span>
      {error !== undefined && <span className="text-danger text-micro">{error}</span>}
    </span>
  );
}
