import type { Krw } from '@matgyo/contracts/money';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { ChangeMark, ComparisonPage, useAsOfPoints } from './comparison-page.tsx';
import { FeeTable } from './fee-rows.tsx';
import { Signed } from './figures.tsx';
import { type FeeReader, feeComparisonQuery, feePaths } from './report-queries.ts';
import { useFeeQuery } from './use-fee-query.ts';

/** Compares the fee report at two points in time, with the trade completions between. */
export default function CompareFees({ as }: { readonly as: FeeReader }) {
  const { t, formatKrw, formatCount } = useTexts();
  const form = useAsOfPoints();
  const { query } = useFeeQuery();
  const comparison = useInfiniteQuery(
    feeComparisonQuery(form.points, { ...query, search: '', asOf: undefined }),
  );
  const { from, to, referralCode: code } = comparison.data?.pages[0] ?? {};
  const days = [...new Set([from, to])].join(' ~ ').trim();
  return (
    <ComparisonPage
      title={t('compare.feesTitle')}
      back={{ path: feePaths[as], label: t('staff.fees') }}
      form={form}
      comparison={comparison}
      scope={[days && `${t('period.title')} ${days}`, code && `${t('member.referralCode')} ${code}`]
        .filter(Boolean)
        .join(' · ')}
      skeletonRows={4}
      figures={({ before, after, difference }) => [
        {
          label: t('staff.trades'),
          before: formatCount(before.totals.trades),
          after: formatCount(after.totals.trades),
          difference: <Signed value={String(difference.trades)} decimals={[0, 0]} plus />,
        },
        {
          label: `${t('fees.totalSold')} (USDT)`,
          before: <UsdtAmount value={before.totals.amount} />,
          after: <UsdtAmount value={after.totals.amount} />,
          difference: <Signed value={difference.amount} decimals={[4, 4]} plus />,
        },
        {
          label: t('compare.krw'),
          before: formatKrw(before.totals.krw as Krw),
          after: formatKrw(after.totals.krw as Krw),
          difference: <Signed value={difference.krw} decimals={[0, 4]} plus />,
        },
        {
          label: `${t('fees.totalFee')} (USDT)`,
          before: <UsdtAmount value={before.totals.fee} />,
          after: <UsdtAmount value={after.totals.fee} />,
          difference: <Signed value={difference.fee} decimals={[4, 4]} plus />,
        },
      ]}
      between={(rows) => (
        <FeeTable
          caption={t('compare.between')}
          rows={rows}
          trails={as === 'admin'}
          keyOf={({ change, eventId }) => `${change} ${eventId}`}
          mark={({ change }) => <ChangeMark change={change} />}
        />
      )}
    />
  );
}
