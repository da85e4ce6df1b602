import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import type { PriceChange } from '@matgyo/contracts/price-change';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

const unitClass = 'font-regular tracking-normal text-fg-subtle';

/** A figure whose decimals are subtler than the whole part. */
export function QuietDecimals({ figure }: { readonly figure: string }) {
  const point = figure.indexOf('.');
  if (point < 0) return figure;
  return (
    <>
      {figure.slice(0, point)}
      <span className="font-regular text-[color:var(--amount-decimals,var(--color-fg-subtle))]">
        {figure.slice(point)}
      </span>
    </>
  );
}

interface UsdtAmountProps {
  readonly value: Usdt;
  /** Shows the unit; omitted where a column header has it. */
  readonly unit?: boolean;
  /** Beside large type, the unit keeps its normal size, and its own line if need be. */
  readonly figure?: boolean;
}

/** USDT with 4 decimals, which are subtler than the whole part; zero is subtle. */
export function UsdtAmount({ value, unit, figure }: UsdtAmountProps) {
  const { formatUsdt } = useTexts();
  const zero = /^[0.]+$/.test(value);
  return (
    <span className={classes(figure !== true && 'whitespace-nowrap', zero && 'font-regular text-fg-subtle')}>
      <QuietDecimals figure={formatUsdt(value)} />
      {unit === true && (
        <span className={`${unitClass} ${figure === true ? 'text-body' : 'text-[0.82em]'}`}>{' USDT'}</span>
      )}
    </span>
  );
}

/** Won with its unit: 원 after it in Korean, ₩ before it in English. */
export function KrwAmount({ value, className }: { readonly value: Krw; readonly className?: string }) {
  const { t, language, formatKrw } = useTexts();
  const figure = formatKrw(value);
  return (
    <span className={classes('whitespace-nowrap', className)}>
      {language === 'ko' ? (
        <>
          {figure}
          <span className={`ml-[3px] text-[0.82em] ${unitClass}`}>{t('unit.won')}</span>
        </>
      ) : (
        <Signed figure={figure} />
      )}
    </span>
  );
}

/** Won in a table whose header has the unit; on a phone, without header, the figure has it. */
export function KrwCell({ value }: { readonly value: Krw }) {
  const { formatKrw } = useTexts();
  return (
    <>
      <span className="max-md:hidden">{formatKrw(value)}</span>
      <KrwAmount value={value} className="md:hidden" />
    </>
  );
}

/** USDT in a table whose header has the unit; on a phone, without header, the figure has it. */
export const UsdtCell = ({ value }: Pick<UsdtAmountProps, 'value'>) => (
  <>
    <span className="max-md:hidden">
      <UsdtAmount value={value} />
    </span>
    <span className="md:hidden">
      <UsdtAmount value={value} unit />
    </span>
  </>
);

/** Where there is no amount. */
export const None = () => <span className="text-fg-subtle">–</span>;

/** The price of one USDT as one word with its sign, in both languages: `₩1,412`. Sentences use 원. */
export function PriceAmount({ value, className }: { readonly value: Price; readonly className?: string }) {
  const { formatPrice } = useTexts();
  return (
    <span className={classes('whitespace-nowrap', className)}>
      <Signed figure={formatPrice(value)} />
    </span>
  );
}

/** ₩ and a figure; screen readers say the unit in its place in each language. */
export function Signed({ figure, signClass }: { readonly figure: string; readonly signClass?: string }) {
  const { t, language } = useTexts();
  const word = <span className="sr-only">{t('unit.wonSign')}</span>;
  return (
    <>
      {/* A drawing, because the character alone would load another font file. */}
      <svg
        viewBox="0 0 16 14"
        className={`inline-block align-baseline ${signClass ?? 'mr-[0.1em] h-[0.735em] w-[0.84em]'}`}
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M2.2 0.5 4.9 13 8 1.6 11.1 13 13.8 0.5" strokeWidth="1.7" />
        <path d="M0 5.3H16M0 8.5H16" strokeWidth="1.1" />
      </svg>
      {language === 'en' && word}
      {figure}
      {language === 'ko' && word}
    </>
  );
}

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
