import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatCount } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Bone, Empty, Loading } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { TableBones } from '../../ui/table.tsx';
import { FeeCodes } from './fee-codes.tsx';
import { FeeChart, FeeDays } from './fee-days.tsx';
import { FeeFilters } from './fee-filters.tsx';
import { feeDaysQuery, feeReportQuery } from './fee-query.ts';
import { FeeRows } from './fee-rows.tsx';
import { FeeTotal, Unit, WonTotal } from './figures.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { Totals } from './totals.tsx';
import { useFeeQuery } from './use-fee-query.ts';

interface FeeReportProps {
  /** What a report is of without asking: everything for an admin, a manager's own code for a manager. */
  readonly usualCode: { readonly label: string };
  /** May be asked for besides. */
  readonly otherCodes: readonly { readonly value: string; readonly label: string }[];
  /** Where two moments are compared. */
  readonly comparePath: string;
  /** Where another fee rule is tried. */
  readonly rehearsalPath: string;
  readonly trails: boolean;
}

/** Fees of completed trades: totals, a bar a day, a line a trade, and what proves that it is the same report again. */
export function FeeReport({ usualCode, otherCodes, comparePath, rehearsalPath, trails }: FeeReportProps) {
  const { t, language } = useTexts();
  const { search } = useLocation();
  const asked = useFeeQuery();
  const report = useInfiniteQuery(feeReportQuery(asked.query));
  const first = report.data?.pages[0];
  const rows = report.data?.pages.flatMap(({ items }) => items) ?? [];
  const days = useQuery(feeDaysQuery(asked.query, first?.asOf));
  const codes = useSeenCodes(
    rows.map(({ referralCode }) => referralCode),
    asked.referralCode,
    otherCodes,
  );
  usePageTitle(t('staff.fees'));
  const totals = first?.totals;
  return (
    <StaffPage
      title={t('staff.fees')}
      intro={t('fees.intro')}
      action={
        <div className="grid gap-2 md:flex">
          <ButtonLink size="medium" to={rehearsalPath} className="max-md:min-h-11">
            {t('rehearsal.title')}
          </ButtonLink>
          <SaveFileButton
            label={t('report.saveCsv')}
            route={reportPaths.feeReportCsv}
            // Of the moment on screen, so that the file is what is on screen.
            query={{ ...asked.query, ...(first?.asOf != null && { asOf: first.asOf }) }}
            name="fees.csv"
            variant="primary"
          />
        </div>
      }
    >
      <FeeFilters asked={asked} codes={[{ value: '', label: usualCode.label }, ...codes]} />
      {first === undefined && report.error !== null ? (
        <LoadFailure
          title={t('fees.loadFailed')}
          error={report.error}
          onRetry={report.refetch}
          retrying={report.isFetching}
        />
      ) : (
        <div
          className={report.isPlaceholderData ? 'opacity-60' : undefined}
          aria-busy={report.isPlaceholderData}
        >
          <Totals
            totals={[
              { label: t('fees.totalFee'), figure: totals && <FeeTotal value={totals.fee} />, main: true },
              {
                label: t('fees.totalSold'),
                figure: totals && <UsdtAmount value={totals.amount} unit figure />,
              },
              {
                label: t('fees.trades'),
                figure: totals && (
                  <>
                    {formatCount(totals.trades, language)}
                    <Unit>{t('fees.tradesUnit')}</Unit>
                    {totals.reversals > 0 && (
                      <span className="ml-2 font-regular text-fg-muted text-small tracking-normal">
                        {t('reversal.count', { reversals: formatCount(totals.reversals, language) })}
                      </span>
                    )}
                  </>
                ),
              },
              { label: t('fees.krw'), figure: totals && <WonTotal value={totals.krw} /> },
            ]}
          />
          {first === undefined ? (
            <ReportBones />
          ) : linesOf(first.totals) === 0 ? (
            <Empty title={t('fees.none')} text={t('fees.noneText')} />
          ) : (
            <>
              {days.data !== undefined ? (
                <FeeChart days={days.data.days} cut={days.data.cut} asOf={first.asOf} />
              ) : days.error !== null ? (
                <LoadFailure
                  title={t('fees.daysFailed')}
                  error={days.error}
                  onRetry={days.refetch}
                  retrying={days.isFetching}
                />
              ) : (
                <Bone className="h-[232px] w-full rounded-lg" />
              )}
              <div className="mt-10 grid gap-9 min-[72.5rem]:grid-cols-[4fr_7fr] min-[72.5rem]:items-start min-[72.5rem]:gap-14">
                {days.data !== undefined && (
                  <div className="grid min-w-0 gap-9">
                    <FeeDays days={days.data.days} totals={first.totals} />
                    <FeeCodes codes={days.data.codes} />
                  </div>
                )}
                <FeeRows
                  rows={rows}
                  found={first.found}
                  count={linesOf(first.found ?? first.totals)}
                  more={report.hasNextPage}
                  loading={report.isFetchingNextPage}
                  onMore={report.fetchNextPage}
                  trails={trails}
                />
              </div>
            </>
          )}
          {first !== undefined && (
            <Fingerprint
              title={t('fees.fingerprint')}
              sha256={first.sha256}
              asOf={first.asOf}
              feeRules={first.feeRules}
              projectionVersion={first.projectionVersion}
              checkpoint={first.checkpoint}
              onPin={asked.query.asOf === first.asOf ? undefined : asked.pin}
            >
              <p className="mt-1 flex flex-wrap gap-x-4 md:justify-end">
                <button
                  type="button"
                  onClick={() => report.refetch()}
                  className="inline-flex items-center gap-1 rounded-xs font-medium text-fg-muted hover:text-fg"
                >
                  <RotateCw size={14} strokeWidth={1.8} />
                  {t('report.again')}
                </button>
                <Link
                  to={{ pathname: comparePath, search: compareSearch(search, first.asOf) }}
                  className="inline-flex items-center gap-1 rounded-xs font-medium text-fg-muted hover:text-fg"
                >
                  {t('report.compare')}
                  <ArrowRight size={14} strokeWidth={1.8} />
                </Link>
              </p>
            </Fingerprint>
          )}
        </div>
      )}
    </StaffPage>
  );
}

/** The same period and code, with this report as the later of the two moments. */
function compareSearch(search: string, asOf: string | null): string {
  const params = new URLSearchParams(search);
  params.delete('asOf');
  params.delete('search');
  if (asOf !== null) params.set('after', asOf);
  return params.toString();
}

/** Codes met in reports so far, which may be asked for by themselves. */
function useSeenCodes(
  found: readonly (string | null)[],
  chosen: string,
  others: FeeReportProps['otherCodes'],
): readonly { readonly value: string; readonly label: string }[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const known = new Set([...seen, ...others.map(({ value }) => value)]);
  const fresh = [...new Set([...found, chosen])].filter(
    (code): code is string => code !== null && code !== '' && !known.has(code),
  );
  if (fresh.length > 0) setSeen([...seen, ...fresh].toSorted());
  return [...others, ...seen.map((code) => ({ value: code, label: code }))];
}

function ReportBones() {
  return (
    <Loading>
      <Bone className="h-[232px] w-full rounded-lg" />
      <div className="mt-10 grid gap-9 min-[72.5rem]:grid-cols-[4fr_7fr] min-[72.5rem]:gap-14">
        <TableBones rows={8} columns={4} />
        <TableBones rows={8} columns={6} />
      </div>
    </Loading>
  );
}

const linesOf = ({ trades, reversals }: { readonly trades: number; readonly reversals: number }): number =>
  trades + reversals;
