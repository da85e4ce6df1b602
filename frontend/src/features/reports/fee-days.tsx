import type { Usdt } from '@matgyo/contracts/money';
import { useState } from 'react';
import { formatCount, formatUsdt } from '../../format/amount.ts';
import { dateInKorea, dayInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { DayBars } from '../../ui/day-bars.tsx';
import { asOfParts } from './as-of-text.ts';
import type { FeeDay, FeeReport } from './fee-query.ts';
import { FeeSumsTable } from './fee-sums-table.tsx';

/** Rows shown at first, latest days first. */
const daysShownAtFirst = 31;

/** Noon in Korea, so that the date is the same in every time zone. */
const noonOf = (day: string): string => `${day}T03:00:00.000Z`;

interface FeeChartProps {
  readonly days: readonly FeeDay[];
  readonly cut: boolean;
  readonly asOf: string | null;
}

/** Fees per day. */
export function FeeChart({ days, cut, asOf }: FeeChartProps) {
  const { t, language } = useTexts();
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const until = (asOf === null ? undefined : asOfParts(asOf).at) ?? new Date().toISOString();
  const peak = days.reduce((highest, day) => (Number(day.fee) >= Number(highest.fee) ? day : highest));
  const format = (value: string) => formatUsdt(value as Usdt, language);
  const spoken = (day: string) => dayInKorea(noonOf(day), language);
  return (
    <section aria-labelledby="fee-chart">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="fee-chart" className="text-heading">
          {t('overview.feesPerDay')}
        </h2>
        <p className="text-fg-subtle text-micro">
          {cut ? t('fees.unitCut', { count: days.length, days: days.length }) : t('fees.unit')}
        </p>
      </div>
      <DayBars
        bars={days.map(({ day, fee }) => ({ day, value: fee }))}
        label={t('fees.chart', {
          first: spoken(first.day),
          last: spoken(last.day),
          peak: spoken(peak.day),
          fee: format(peak.fee),
        })}
        format={format}
        formatDay={(day) =>
          days.length > 31 ? day.slice(5) : t('overview.dayOfMonth', { day: Number(day.slice(8)) })
        }
        unfinished={dateInKorea(until)}
      />
    </section>
  );
}

interface FeeDaysProps {
  readonly days: readonly FeeDay[];
  readonly totals: FeeReport['totals'];
}

/** The chart's figures as a table with their sum, latest day first. */
export function FeeDays({ days, totals }: FeeDaysProps) {
  const { t, language } = useTexts();
  const [shown, setShown] = useState(daysShownAtFirst);
  const count = { count: days.length, days: formatCount(days.length, language) };
  return (
    <FeeSumsTable
      id="fee-days"
      title={t('fees.byDay')}
      head={t('overview.day')}
      rows={days.slice(-shown).map((day) => ({ name: day.day, sums: day }))}
      total={{ name: t('fees.sumOfDays', count), sums: totals }}
    >
      {days.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(days.length)}>
          {t('fees.allDays', count)}
        </Button>
      )}
    </FeeSumsTable>
  );
}
