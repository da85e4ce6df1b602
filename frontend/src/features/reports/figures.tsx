import type { Krw, Usdt } from '@matgyo/contracts/money';
import type { ReactNode } from 'react';
import { formatDecimals } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, QuietDecimals } from '../../ui/amount.tsx';
import { classes } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/placeholder.tsx';

/** A total of USDT with two decimals (specification, section 9: the total fee), and the exact one beside it. */
export function FeeTotal({ value }: { readonly value: Usdt }) {
  const { t, language, formatUsdt } = useTexts();
  const text = formatDecimals(value, language, 2, 2);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="whitespace-nowrap">
        {text.slice(0, -3)}
        <span className="font-regular">{text.slice(-3)}</span>
        <UsdtUnit />
      </span>
      <span className="font-regular text-fg-muted text-small tracking-normal">
        {t('fees.exact', { amount: formatUsdt(value) })}
      </span>
    </span>
  );
}

/** On the line of a reversal, whose amounts have the opposite signs. */
export function ReversalMark({ kind }: { readonly kind: 'completion' | 'reversal' }) {
  const { t } = useTexts();
  if (kind !== 'reversal') return null;
  return <span className="mr-1.5 font-strong text-danger text-small">{t('reversal.line')}</span>;
}

/** A total of won, with its unit in normal size. */
export const WonTotal = ({ value }: { readonly value: Krw }) => (
  <KrwAmount value={value} className="[&>span]:text-body" />
);

export const UsdtUnit = () => (
  <span className="font-regular text-body text-fg-subtle tracking-normal">{' USDT'}</span>
);

/** The fewest and most decimals of a currency. */
export const decimalsOf = { USDT: [4, 4], KRW: [0, 4] } as const;

interface SignedProps {
  /** A plain decimal, possibly negative. */
  readonly value: string;
  readonly decimals: readonly [least: number, most: number];
  /** Shows + before a positive value, for differences. */
  readonly plus?: boolean;
}

/** A figure that may be negative, with a real minus sign; zero is subtle. */
export function Signed({ value, decimals: [least, max], plus }: SignedProps) {
  const { language } = useTexts();
  const isZero = /^-?[0.]+$/.test(value);
  return (
    <span className={classes('whitespace-nowrap', isZero && 'font-regular text-fg-subtle')}>
      {plus === true && !isZero && !value.startsWith('-') && '+'}
      <QuietDecimals figure={formatDecimals(value, language, least, max)} />
    </span>
  );
}

interface Total {
  readonly label: string;
  /** Undefined while loading. */
  readonly figure: ReactNode | undefined;
  readonly main?: boolean;
}

/** A row of figures; on a phone the main one above, the others as lines. */
export function Totals({ totals }: { readonly totals: readonly Total[] }) {
  return (
    // A row's first border lies outside and is clipped, also when the figures take several rows.
    <dl className="my-7 grid gap-2 overflow-x-clip md:my-8 md:flex md:flex-wrap md:gap-y-4">
      {totals.map(({ label, figure, main }) => (
        <div
          key={label}
          className={classes(
            'relative border-line md:-left-8 md:border-l md:pr-6 md:pl-[calc(2rem-1px)]',
            main !== true && 'flex flex-wrap items-baseline justify-between gap-x-3 md:block',
          )}
        >
          <dt className="text-fg-subtle text-small">{label}</dt>
          <dd
            className={classes(
              'text-heading md:text-figure',
              main === true && 'text-accent max-md:text-figure [--amount-decimals:currentColor]',
            )}
          >
            {figure ?? <Skeleton className="my-1 h-5 w-28 md:my-2" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
