import type { Usdt } from '@matgyo/contracts/money';
import { useState } from 'react';
import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { asOfParts } from './as-of-text.ts';
import { DaysChart } from './days-chart.tsx';
import type { FeeDay, FeeReport } from './fee-query.ts';
import { FeeSumsTable } from './fee-sums-table.tsx';

/** Rows shown at first, latest days first. */
const daysShownAtFirst = 31;

interface FeeChartProps {
  readonly days: readonly FeeDay[];
  readonly cut: boolean;
  readonly asOf: string | null;
}

/** Fees per day. */
export function FeeChart({ days, cut, asOf }: FeeChartProps) {
  const { t, formatUsdt } = useTexts();
  const until = (asOf === null ? undefined : asOfParts(asOf).at) ?? new Date().toISOString();
  return (
    <DaysChart
      title={t('overview.feesPerDay')}
      unit={cut ? t('fees.unitCut', { count: days.length, days: days.length }) : t('fees.unit')}
      bars={days.map(({ day, fee }) => ({ day, value: fee }))}
      label={(chart) => t('fees.chart', chart)}
      format={(value) => formatUsdt(value as Usdt)}
      unfinished={dateInKorea(until)}
    />
  );
}

interface FeeDaysProps {
  readonly days: readonly FeeDay[];
  readonly totals: FeeReport['totals'];
}

/** The chart's figures as a table with their sum, latest day first. */
export function FeeDays({ days, totals }: FeeDaysProps) {
  const { t, formatCount } = useTexts();
  const [shown, setShown] = useState(daysShownAtFirst);
  const count = { count: days.length, days: formatCount(days.length) };
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
