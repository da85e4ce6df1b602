import type { Usdt } from '@matgyo/contracts/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { serverTime } from '../../session/server-time.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { asOfParts } from './as-of-text.ts';
import { DaysChart } from './days-chart.tsx';
import { DaysTable, type SumsColumn, SumsTable } from './dry-run/long-table.tsx';
import type { FeeReport, FeeReportDays } from './report-queries.ts';

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
      note={cut ? t('fees.latest', { count: days.length, days: days.length }) : t('fees.today')}
      bars={days.map(({ day, fee }) => ({ day, value: fee }))}
      label={(chart) => t('fees.chart', chart)}
      format={(value) => formatUsdt(value as Usdt)}
      unfinished={dateInKorea(until)}
    />
  );
}

interface FeeTablesProps {
  readonly answer: FeeReportDays;
  /** Of the whole report, also of days and codes that are not listed. */
  readonly totals: FeeReport['totals'];
}

/** The chart's figures with their sum, and those by the seller's referral code, highest first; none of a single code. */
export function FeeTables({ answer: { days, codes, furtherCodes }, totals }: FeeTablesProps) {
  const { t, formatCount } = useTexts();
  const columns: readonly SumsColumn<Pick<typeof totals, 'trades' | 'amount' | 'fee'>>[] = [
    { head: t('staff.trades'), place: 3, cell: ({ trades }) => formatCount(trades) },
    { head: t('label.amountUsdt'), place: 4, cell: ({ amount }) => <UsdtAmount value={amount} /> },
    { head: t('label.feeUsdt'), place: 2, cell: ({ fee }) => <UsdtAmount value={fee} /> },
  ];
  const byCode = codes.map((sums) => ({
    key: sums.referralCode ?? '',
    name: sums.referralCode ?? t('fees.noCode'),
    sums,
  }));
  return (
    <div className="grid min-w-0 gap-9">
      <DaysTable days={days} columns={columns} totals={totals} />
      {codes.length > 1 && (
        <div className="min-w-0">
          <SumsTable
            title={t('fees.byCode')}
            head={t('member.referralCode')}
            columns={columns}
            rows={byCode}
          />
          {furtherCodes > 0 && (
            <p className="mt-3 text-fg-muted text-small">
              {t('fees.furtherCodes', { count: furtherCodes, codes: formatCount(furtherCodes) })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
