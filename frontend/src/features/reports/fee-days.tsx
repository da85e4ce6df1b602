import type { Usdt } from '@matgyo/contracts/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { serverTime } from '../../session/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { Table } from '../../ui/table.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { asOfParts } from './as-of-text.ts';
import { DaysChart } from './days-chart.tsx';
import type { FeeReport, FeeReportDays } from './report-queries.ts';

/** Rows shown at first: those of the latest days. */
const daysShownAtFirst = 31;

interface FeeChartProps {
  readonly answer: UseQueryResult<FeeReportDays>;
  readonly asOf: string | null;
}

export function FeeChart({ answer, asOf }: FeeChartProps) {
  const { t, formatUsdt } = useTexts();
  if (answer.data === undefined)
    return (
      <NotLoaded failed={t('fees.daysFailed')} query={answer}>
        <Skeleton className="h-[232px] w-full rounded-lg" />
      </NotLoaded>
    );
  const { days, cut } = answer.data;
  const until = (asOf === null ? undefined : asOfParts(asOf).at) ?? serverTime();
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

/** The chart's figures as a table with their sum. */
export function FeeDays({
  days,
  cut,
  totals,
}: Pick<FeeReportDays, 'days' | 'cut'> & Pick<FeeReport, 'totals'>) {
  const { t, formatCount } = useTexts();
  const [shown, setShown] = useState(daysShownAtFirst);
  const count = { count: days.length, days: formatCount(days.length) };
  return (
    <FeeSumsTable
      title={t('fees.byDay')}
      head={t('overview.day')}
      rows={days.slice(-shown).map((day) => ({ name: day.day, sums: day }))}
      // The totals are of the whole report, also of days that are not listed.
      total={{ name: cut ? t('balance.sum') : t('fees.sumOfDays', count), sums: totals }}
    >
      {days.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(days.length)}>
          {t('fees.allDays', count)}
        </Button>
      )}
    </FeeSumsTable>
  );
}

interface Line {
  readonly name: string;
  readonly sums: Pick<FeeReport['totals'], 'trades' | 'amount' | 'fee'>;
}

interface FeeSumsTableProps {
  readonly title: string;
  /** Of the first column. */
  readonly head: string;
  readonly rows: readonly Line[];
  readonly total?: Line;
  readonly children?: ReactNode;
}

/** Trades, amount and fees by something. */
export function FeeSumsTable({ title, head, rows, total, children }: FeeSumsTableProps) {
  const { t } = useTexts();
  return (
    <TitledSection className="min-w-0" titleClass="flex min-h-7 items-center text-heading" title={title}>
      <Table
        compact
        caption={title}
        columns={[
          { head, cell: ({ name }) => name },
          { head: t('staff.trades'), count: ({ sums }) => sums.trades },
          { head: t('fees.sold'), usdt: ({ sums }) => sums.amount },
          { head: t('label.fee'), usdt: ({ sums }) => sums.fee },
        ]}
        lines={rows}
        keyOf={({ name }) => name}
        sum={total}
      />
      {children}
    </TitledSection>
  );
}
