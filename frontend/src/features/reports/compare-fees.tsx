import type { Krw } from '@matgyo/contracts/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatCount, formatKrw } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { TableBones } from '../../ui/table.tsx';
import { ChangeMark } from './change-mark.tsx';
import { feeComparisonQuery } from './comparison-query.ts';
import { FeeTable, FeeTableRow } from './fee-rows.tsx';
import { Signed } from './figures.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { MomentsForm, useMoments } from './moments-form.tsx';
import { ThenAndNow } from './then-and-now.tsx';
import { useFeeQuery } from './use-fee-query.ts';

interface CompareFeesProps {
  readonly reportPath: string;
  readonly trails: boolean;
}

/** Compares the fee report at two moments, with the trade completions between. */
export function CompareFees({ reportPath, trails }: CompareFeesProps) {
  const { t, language } = useTexts();
  const form = useMoments();
  const { query } = useFeeQuery();
  const { search: _search, asOf: _asOf, ...period } = query;
  const comparison = useInfiniteQuery(feeComparisonQuery(form.moments, period));
  const first = comparison.data?.pages[0];
  const rows = comparison.data?.pages.flatMap(({ items }) => items) ?? [];
  usePageTitle(t('compare.feesTitle'));
  return (
    <StaffPage
      title={t('compare.feesTitle')}
      intro={t('compare.intro')}
      action={<BackTo path={reportPath} label={t('staff.fees')} />}
    >
      <MomentsForm form={form} />
      {form.moments === undefined ? (
        <p className="mt-7 text-fg-muted">{t('compare.nothingYet')}</p>
      ) : first === undefined && comparison.error !== null ? (
        <LoadFailure
          title={t('compare.failed')}
          error={comparison.error}
          onRetry={comparison.refetch}
          retrying={comparison.isFetching}
        />
      ) : first === undefined ? (
        <Loading>
          <div className="mt-7">
            <TableBones rows={4} columns={4} />
          </div>
        </Loading>
      ) : (
        <>
          <ThenAndNow
            caption={t('compare.figures')}
            beforeAsOf={first.before.asOf}
            afterAsOf={first.after.asOf}
            rows={[
              {
                label: t('fees.trades'),
                before: formatCount(first.before.totals.trades, language),
                after: formatCount(first.after.totals.trades, language),
                difference: <Signed value={String(first.difference.trades)} decimals={[0, 0]} plus />,
              },
              {
                label: t('fees.totalSold'),
                before: <UsdtAmount value={first.before.totals.amount} />,
                after: <UsdtAmount value={first.after.totals.amount} />,
                difference: <Signed value={first.difference.amount} decimals={[4, 4]} plus />,
              },
              {
                label: t('fees.krw'),
                before: formatKrw(first.before.totals.krw as Krw, language),
                after: formatKrw(first.after.totals.krw as Krw, language),
                difference: <Signed value={first.difference.krw} decimals={[0, 4]} plus />,
              },
              {
                label: t('fees.totalFee'),
                before: <UsdtAmount value={first.before.totals.fee} />,
                after: <UsdtAmount value={first.after.totals.fee} />,
                difference: <Signed value={first.difference.fee} decimals={[4, 4]} plus />,
              },
            ]}
          />
          <section aria-labelledby="between" className="mt-10">
            <h2 id="between" className="text-heading">
              {t('compare.between')}
            </h2>
            {rows.length === 0 ? (
              <p className="py-6 text-fg-muted">{t('compare.same')}</p>
            ) : (
              <FeeTable caption={t('compare.between')}>
                {rows.map((row) => (
                  <FeeTableRow
                    key={`${row.change} ${row.eventId}`}
                    row={row}
                    trails={trails}
                    mark={<ChangeMark change={row.change} />}
                  />
                ))}
              </FeeTable>
            )}
            <LoadMore
              more={comparison.hasNextPage}
              loading={comparison.isFetchingNextPage}
              onMore={comparison.fetchNextPage}
            />
          </section>
          <Fingerprint
            title={t('compare.fingerprint')}
            sha256={first.sha256}
            asOf={first.after.asOf}
            feeRules={first.feeRules}
            projectionVersion={first.projectionVersion}
          />
        </>
      )}
    </StaffPage>
  );
}

export function BackTo({ path, label }: { readonly path: string; readonly label: string }) {
  return (
    <Link
      to={path}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-xs text-fg-muted text-small font-medium hover:text-fg max-md:order-first"
    >
      <ArrowLeft size={16} strokeWidth={1.6} />
      {label}
    </Link>
  );
}
