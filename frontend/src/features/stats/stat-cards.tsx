import type { Stats } from '@matgyo/contracts/endpoints/stats';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { grownScale } from '../../ui/axis.ts';
import { Loading, NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { PerDay } from './per-day.tsx';

/** Initial scales (specification, section 9); they grow when exceeded. */
const pieTotal = 80_000;
const barStep = 10_000;
const barSteps = 8;

interface CardProps {
  readonly label: string;
  readonly figure: ReactNode | undefined;
  readonly chart: ReactNode | undefined;
}

function Card({ label, figure, chart }: CardProps) {
  return (
    <div className="grid content-start gap-x-3 border-line border-t pt-3 max-[40rem]:grid-cols-[fit-content(calc(100%-5rem))_minmax(0,1fr)]">
      <dt className="text-fg-subtle text-small">{label}</dt>
      <dd className="text-figure proportional-nums max-[40rem]:col-start-1">
        {figure ?? <Skeleton className="my-2 h-5 w-28" />}
      </dd>
      <dd className="w-full max-[40rem]:max-w-30 max-[40rem]:justify-self-end max-[40rem]:col-start-2 max-[40rem]:row-span-2 max-[40rem]:row-start-1 max-[40rem]:self-center min-[40rem]:mt-2">
        {chart ?? <Skeleton className="h-7 w-full" />}
      </dd>
    </div>
  );
}

interface ScaleProps {
  /** A plain decimal, ≥ 0. */
  readonly value: string;
  /** What it counts, for screen readers. */
  readonly of: string;
}

const radius = 15;
const around = 2 * Math.PI * radius;

/** The share of the scale, as a ring. A small share stays visible. */
function Pie({ value, of }: ScaleProps) {
  const { t, formatCount } = useTexts();
  const scale = grownScale(value, pieTotal);
  const share = Number(value) === 0 ? 0 : Math.max(0.015, Number(value) / scale);
  const dashes = `${around * share} ${around}`;
  const scaleText = formatCount(scale);
  return (
    <div className="flex items-center gap-2.5">
      <svg
        width="28"
        height="28"
        viewBox="0 0 44 44"
        role="img"
        aria-label={t('overview.pieLabel', { of, scale: scaleText, percent: percentOf(value, scale) })}
      >
        <g fill="none" strokeWidth="9" transform="rotate(-90 22 22)">
          <circle cx="22" cy="22" r={radius} stroke="var(--color-well)" />
          <circle cx="22" cy="22" r={radius} stroke="var(--color-accent)" strokeDasharray={dashes} />
        </g>
      </svg>
      <p className="text-fg-subtle text-micro">
        <span className="mr-1.5 inline-block text-fg-muted">{percentOf(value, scale)}</span>
        <span className="inline-block">{t('overview.ofScale', { scale: scaleText })}</span>
      </p>
    </div>
  );
}

/** The share of the scale, as a bar with a mark at each step. */
function Bar({ value, of }: ScaleProps) {
  const { t, formatCount } = useTexts();
  const scale = grownScale(value, barStep * barSteps);
  const share = Number(value) === 0 ? 0 : Math.max(0.006, Number(value) / scale);
  const step = scale / barSteps;
  const values = { of, scale: formatCount(scale), percent: percentOf(value, scale) };
  return (
    <div className="pt-2">
      <svg
        viewBox="0 0 240 14"
        preserveAspectRatio="none"
        className="h-2.5 w-full"
        role="img"
        aria-label={t('overview.barLabel', values)}
      >
        <rect width="240" height="10" rx="2" fill="var(--color-well)" />
        <rect width={240 * share} height="10" rx="2" fill="var(--color-accent)" />
        {Array.from({ length: barSteps - 1 }, (_, index) => ((index + 1) * 240) / barSteps).map((x) => (
          <line
            key={x}
            x1={x}
            x2={x}
            y1="0"
            y2="14"
            stroke="var(--color-line-strong)"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <p className="mt-1 flex justify-between gap-2 text-fg-subtle text-micro">
        <span className="whitespace-nowrap">{t('overview.eachStep', { step: formatCount(step) })}</span>
        <span className="flex-none max-md:hidden">{formatCount(scale)}</span>
      </p>
    </div>
  );
}

/** For the chart's caption only. */
function percentOf(value: string, scale: number): string {
  const percent = (Number(value) * 100) / scale;
  if (percent === 0) return '0%';
  if (percent < 0.1) return '< 0.1%';
  return `${percent.toFixed(1)}%`;
}

interface StatsBodyProps {
  readonly query: UseQueryResult<Stats>;
  /** Not of some of its members, who may have bought from others. */
  readonly isWholeMarket: boolean;
}

/** The figures and the last days of a dashboard. */
export function StatsBody({ query, isWholeMarket }: StatsBodyProps) {
  const { t, formatCount } = useTexts();
  const { data, error } = query;
  if (data === undefined && error !== null)
    return <NotLoaded failed={t('overview.loadFailed')} query={query} />;
  return (
    <>
      <dl className="mt-10 grid gap-x-8 gap-y-3 min-[40rem]:grid-cols-2 min-[40rem]:gap-y-6 xl:grid-cols-4">
        <Card
          label={t('overview.users')}
          figure={data && formatCount(data.users)}
          chart={data && <Pie value={String(data.users)} of={t('overview.users')} />}
        />
        <Card
          label={t('overview.totalSales')}
          figure={data && <UsdtAmount value={data.totalSales} unit figure />}
          chart={data && <Bar value={data.totalSales} of={t('overview.totalSales')} />}
        />
        <Card
          label={t('overview.totalBuys')}
          figure={data && <UsdtAmount value={data.totalBuys} unit figure />}
          chart={data && <Bar value={data.totalBuys} of={t('overview.totalBuys')} />}
        />
        <Card
          label={t('staff.fees')}
          figure={data && <UsdtAmount value={data.totalFees} unit figure />}
          chart={data && <Pie value={data.totalFees} of={t('staff.fees')} />}
        />
      </dl>
      {isWholeMarket && <p className="mt-3 text-fg-subtle text-small">{t('overview.salesAreBuys')}</p>}
      {data === undefined ? (
        <Loading>
          <Skeleton className="mt-11 h-64 w-full rounded-lg" />
        </Loading>
      ) : (
        <PerDay days={data.days} />
      )}
    </>
  );
}
