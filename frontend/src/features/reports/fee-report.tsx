import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Loading, NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { SaveFileButton, useSaveFile } from '../../ui/save-file-button.tsx';
import { NothingFound, StaffPage } from '../../ui/staff-page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { FeeChart, FeeTables } from './fee-days.tsx';
import { FeeFilters } from './fee-filters.tsx';
import { FeeRows, linesOf } from './fee-rows.tsx';
import { FeeTotal, Totals, WonTotal } from './figures.tsx';
import { Fingerprint, ReportLinks } from './fingerprint.tsx';
import {
  type FeeReader,
  type FeeReportDays,
  feeDaysQuery,
  feePaths,
  feeReportQuery,
  type FeeReport as Report,
} from './report-queries.ts';
import { useFeeQuery } from './use-fee-query.ts';

interface FeeReportProps {
  readonly as?: FeeReader;
  /** The default scope: a manager's own code, or everything. */
  readonly usualCode?: string;
  /** Further selectable codes. */
  readonly otherCodes?: readonly { readonly value: string; readonly label: string }[];
}

/** Fees of completed trades: totals, chart by day, list of trades, and the fingerprint that identifies the report. */
export default function FeeReport(props: FeeReportProps) {
  const { as = 'admin', usualCode, otherCodes = [] } = props;
  const path = feePaths[as];
  const { t, language } = useTexts();
  const { search } = useLocation();
  const filters = useFeeQuery();
  const report = useInfiniteQuery({ ...feeReportQuery(filters.query), enabled: !filters.isWrong });
  const first = report.data?.pages[0];
  const rows = report.data?.pages.flatMap(({ items }) => items) ?? [];
  // Of the report on screen, so that file and days match it; not of the one before, which stays until this one comes.
  const asOf = report.isPlaceholderData ? undefined : first?.asOf;
  const file = {
    route: reportPaths.feeReportCsv,
    query: { ...filters.query, asOf: asOf ?? filters.query.asOf },
    name: 'fees.csv',
  };
  const forAuditors = useSaveFile(file);
  const days = useQuery(feeDaysQuery(filters.query, asOf));
  const isOld = report.isPlaceholderData || days.isPlaceholderData;
  const codes = useSeenCodes(days.data?.codes, filters.referralCode, otherCodes);
  return (
    <StaffPage
      title={t('staff.fees')}
      intro={t('fees.intro')}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            size="medium"
            to={`${path}/rehearsal${monthOf(days.data?.days.at(-1)?.day)}`}
            className="max-md:min-h-11"
          >
            <span className="min-w-0 whitespace-normal">{t('dryRun.title')}</span>
          </ButtonLink>
          {/* For people; the other file, below, is for auditors. */}
          <SaveFileButton
            {...file}
            query={{ ...file.query, storedLanguage: language }}
            off={filters.isWrong}
          />
        </div>
      }
    >
      <FeeFilters
        filters={filters}
        codes={[{ value: '', label: usualCode ?? t('fees.everyCode') }, ...codes]}
      />
      {/* No figures while a filter cannot be read: they would be of another one. */}
      {filters.isWrong ? null : first === undefined && report.error !== null ? (
        <NotLoaded failed={t('fees.loadFailed')} query={report} />
      ) : (
        <div className={isOld ? 'opacity-60' : undefined} aria-busy={isOld}>
          <FeeTotals totals={first?.totals} />
          {first === undefined ? (
            <ReportSkeleton />
          ) : linesOf(first.totals) === 0 ? (
            <NoFees isSet={filters.isSet} />
          ) : (
            <>
              <FeeChart answer={days} asOf={first.asOf} />
              <div className="mt-10 grid gap-9 min-[72.5rem]:grid-cols-[4fr_7fr] min-[72.5rem]:items-start min-[72.5rem]:gap-14">
                {days.data !== undefined && <FeeTables answer={days.data} totals={first.totals} />}
                <FeeRows rows={rows} report={first} list={report} trails={as === 'admin'} />
              </div>
            </>
          )}
          {first !== undefined && (
            <Fingerprint
              title={t('fees.fingerprint')}
              sha256={first.sha256}
              asOf={first.asOf}
              madeBy={first}
              checkpoint={first.checkpoint}
              onPin={filters.query.asOf === first.asOf ? undefined : filters.pin}
            >
              <ReportLinks
                onReload={report.refetch}
                onSave={forAuditors.mutate}
                isSaving={forAuditors.isPending}
                compare={{ pathname: `${path}/compare`, search: compareSearch(search) }}
              />
            </Fingerprint>
          )}
        </div>
      )}
    </StaffPage>
  );
}

function NoFees({ isSet }: Pick<ReturnType<typeof useFeeQuery>, 'isSet'>) {
  const { t } = useTexts();
  if (!isSet) return <Empty title={t('offers.noTradesTitle')} text={t('fees.noneYetText')} />;
  return (
    <NothingFound
      title={t('fees.none')}
      text={t('fees.noneText')}
      filters={['period', 'from', 'to', 'code', 'search', 'asOf']}
    />
  );
}

function FeeTotals({ totals }: { readonly totals: Report['totals'] | undefined }) {
  const { t, formatCount } = useTexts();
  return (
    <Totals
      totals={[
        {
          label: totals?.reversals ? t('fees.netFee') : t('fees.totalFee'),
          figure: totals && <FeeTotal value={totals.fee} />,
          main: true,
        },
        { label: t('fees.totalSold'), figure: totals && <UsdtAmount value={totals.amount} unit figure /> },
        {
          label: t('staff.trades'),
          figure: totals && (
            <>
              {formatCount(totals.trades)}
              {totals.reversals > 0 && (
                <span className="ml-2 font-regular text-fg-muted text-small tracking-normal">
                  {t('fees.reversals', { reversals: formatCount(totals.reversals) })}
                </span>
              )}
            </>
          ),
        },
        { label: t('fees.krw'), figure: totals && <WonTotal value={totals.krw} /> },
      ]}
    />
  );
}

/** The query of a dry run that begins with the month of the newest trade. */
const monthOf = (day: string | undefined): string =>
  day === undefined ? '' : `?before=${day.slice(0, 7)}-01`;

/** Parameters of the comparison page: the same period and code; the later point in time is the one typed, or else now. */
function compareSearch(search: string): string {
  const params = new URLSearchParams(search);
  const asOf = params.get('asOf');
  params.delete('asOf');
  params.delete('search');
  if (asOf !== null) params.set('after', asOf);
  return params.toString();
}

/** The codes seen in reports so far, to select from. */
function useSeenCodes(
  found: FeeReportDays['codes'] | undefined,
  chosen: string,
  others: NonNullable<FeeReportProps['otherCodes']>,
): readonly { readonly value: string; readonly label: string }[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const known = new Set([...seen, ...others.map(({ value }) => value)]);
  const fresh = [...new Set([...(found ?? []).map(({ referralCode }) => referralCode), chosen])].filter(
    (code): code is string => code !== null && code !== '' && !known.has(code),
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh].toSorted());
  return [...others, ...seen.map((code) => ({ value: code, label: code }))];
}

function ReportSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-[232px] w-full rounded-lg" />
      <div className="mt-10 grid gap-9 min-[72.5rem]:grid-cols-[4fr_7fr] min-[72.5rem]:gap-14">
        <TableSkeleton rows={8} columns={4} />
        <TableSkeleton rows={8} columns={6} />
      </div>
    </Loading>
  );
}
