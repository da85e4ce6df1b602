import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { ChangeMark, ComparisonPage, useAsOfPoints } from './comparison-page.tsx';
import { FeeTable } from './fee-rows.tsx';
import { decimalsOf, Signed } from './figures.tsx';
import { type FeeReader, feeComparisonQuery, feePaths } from './report-queries.ts';
import { useFeeQuery } from './use-fee-query.ts';

/** Compares the fee report at two points in time, with the trade completions between. */
export default function CompareFees({ as }: { readonly as: FeeReader }) {
  const { t } = useTexts();
  const form = useAsOfPoints();
  const { query } = useFeeQuery();
  const comparison = useInfiniteQuery(
    feeComparisonQuery(form.points, { ...query, search: '', asOf: undefined }),
  );
  const { from, to, referralCode: code } = comparison.data?.pages[0] ?? {};
  const days = [...new Set([from, to])].join(' ~ ').trim();
  const compared = [
    ['trades', t('staff.trades'), [0, 0]],
    ['amount', t('label.amountUsdt'), decimalsOf.USDT],
    ['krw', t('label.krw'), decimalsOf.KRW],
    ['fee', t('label.feeUsdt'), decimalsOf.USDT],
  ] as const;
  return (
    <ComparisonPage
      title={t('compare.feesTitle')}
      back={{ path: feePaths[as], label: t('staff.fees') }}
      form={form}
      comparison={comparison}
      scope={[days && `${t('period.title')} ${days}`, code && `${t('member.referralCode')} ${code}`]
        .filter(Boolean)
        .join(' · ')}
      figures={({ before, after, difference }) =>
        compared.map(([of, label, decimals]) => ({
          label,
          before: <Signed value={String(before.totals[of])} decimals={decimals} />,
          after: <Signed value={String(after.totals[of])} decimals={decimals} />,
          difference: <Signed value={String(difference[of])} decimals={decimals} plus />,
        }))
      }
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
