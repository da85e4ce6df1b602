import { useInfiniteQuery } from '@tanstack/react-query';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Table } from '../../ui/table.tsx';
import { ChangeMark, ComparisonPage, useAsOfPoints } from './comparison-page.tsx';
import { decimalsOf, ReversalMark, Signed } from './figures.tsx';
import { balanceComparisonQuery } from './report-queries.ts';

/** Compares the trial balance at two points in time, with the trade completions between and their lines. */
export default function CompareBalancesPage() {
  const { t, formatCount } = useTexts();
  const form = useAsOfPoints();
  const comparison = useInfiniteQuery(balanceComparisonQuery(form.points));
  return (
    <ComparisonPage
      title={t('compare.balanceTitle')}
      back={{ path: '/admin/trial-balance', label: t('staff.trialBalance') }}
      form={form}
      comparison={comparison}
      figures={({ before, after, accounts }) => [
        {
          label: t('staff.trades'),
          before: formatCount(before.trades),
          after: formatCount(after.trades),
          difference: <Signed value={String(after.trades - before.trades)} decimals={[0, 0]} plus />,
        },
        ...accounts.map(({ account, currency, ...amounts }) => ({
          label: `${t(`balance.accounts.${account}`)} ${currency === 'KRW' ? t('balance.won') : currency}`,
          before: <Signed value={amounts.before} decimals={decimalsOf[currency]} />,
          after: <Signed value={amounts.after} decimals={decimalsOf[currency]} />,
          difference: <Signed value={amounts.difference} decimals={decimalsOf[currency]} plus />,
        })),
      ]}
      between={(events) => (
        <Table
          caption={t('compare.between')}
          lines={events.flatMap(({ lines, ...event }) =>
            [...Map.groupBy(lines, ({ account }) => account)].map(([account, its], index) => ({
              ...event,
              account,
              its,
              isFirst: index === 0,
            })),
          )}
          keyOf={({ change, eventId, account }) => `${change} ${eventId} ${account}`}
          columns={[
            {
              head: t('compare.event'),
              place: ({ isFirst }) => (isFirst ? 'whole' : 'none'),
              className: 'max-md:order-first',
              cell: ({ isFirst, change, kind, completedAt, eventId }) =>
                isFirst && (
                  <>
                    <ChangeMark change={change} />
                    <ReversalMark kind={kind} />
                    <span className="whitespace-nowrap">{dateTimeInKorea(completedAt)}</span>{' '}
                    <span className="font-mono text-fg-subtle text-micro">{eventId.slice(0, 13)}</span>
                  </>
                ),
            },
            { head: t('balance.account'), place: 1, cell: ({ account }) => t(`balance.accounts.${account}`) },
            {
              head: 'USDT',
              place: 2,
              numeric: true,
              cell: ({ its }) => <LineAmount lines={its} currency="USDT" />,
            },
            {
              head: t('balance.won'),
              place: 4,
              numeric: true,
              className: 'max-md:col-start-2',
              cell: ({ its }) => <LineAmount lines={its} currency="KRW" />,
            },
          ]}
        />
      )}
    />
  );
}

interface LineAmountProps {
  readonly lines: readonly { readonly currency: 'USDT' | 'KRW'; readonly amount: string }[];
  readonly currency: 'USDT' | 'KRW';
}

/** Lines of one account and currency, not summed: sums come from the server. */
function LineAmount({ lines, currency }: LineAmountProps) {
  const { t } = useTexts();
  return lines
    .filter((line) => line.currency === currency)
    .map(({ amount }) => (
      <span key={amount} className="block">
        <Signed value={amount} decimals={decimalsOf[currency]} plus />
        {/* There are no column heads on a phone. */}
        <span className="text-fg-subtle text-micro md:hidden">
          {currency === 'KRW' ? ` ${t('unit.krw')}` : ' USDT'}
        </span>
      </span>
    ));
}
