import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCount } from '../../format/amount.ts';
import { momentInKorea } from '../../format/moment.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Cell, Row, Table, TableBones } from '../../ui/table.tsx';
import { decimalsOf, useAccountWords } from './balance-labels.ts';
import { ChangeMark } from './change-mark.tsx';
import { BackTo } from './compare-fees.tsx';
import { balanceComparisonQuery } from './comparison-query.ts';
import { Signed } from './figures.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { MomentsForm, useMoments } from './moments-form.tsx';
import { ThenAndNow } from './then-and-now.tsx';

/** Compares the trial balance at two moments, with the trade completions between and their lines. */
export default function CompareBalancesPage() {
  const { t, language } = useTexts();
  const names = useAccountWords();
  const form = useMoments();
  const comparison = useInfiniteQuery(balanceComparisonQuery(form.moments));
  const first = comparison.data?.pages[0];
  const events = comparison.data?.pages.flatMap(({ items }) => items) ?? [];
  usePageTitle(t('compare.balanceTitle'));
  return (
    <StaffPage
      title={t('compare.balanceTitle')}
      intro={t('compare.intro')}
      action={<BackTo path="/admin/trial-balance" label={t('staff.trialBalance')} />}
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
            <TableBones rows={6} columns={4} />
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
                before: formatCount(first.before.trades, language),
                after: formatCount(first.after.trades, language),
                difference: (
                  <Signed value={String(first.after.trades - first.before.trades)} decimals={[0, 0]} plus />
                ),
              },
              ...first.accounts.map(({ account, currency, before, after, difference }) => ({
                label: `${names[account]} ${currency}`,
                before: <Signed value={before} decimals={decimalsOf[currency]} />,
                after: <Signed value={after} decimals={decimalsOf[currency]} />,
                difference: <Signed value={difference} decimals={decimalsOf[currency]} plus />,
              })),
            ]}
          />
          <section aria-labelledby="between" className="mt-10">
            <h2 id="between" className="text-heading">
              {t('compare.between')}
            </h2>
            {events.length === 0 ? (
              <p className="py-6 text-fg-muted">{t('compare.same')}</p>
            ) : (
              <Table
                caption={t('compare.between')}
                columns={[
                  { head: t('compare.event') },
                  { head: t('balance.account') },
                  { head: 'USDT', numeric: true },
                  { head: t('balance.won'), numeric: true },
                ]}
              >
                {events.flatMap(({ change, eventId, completedAt, lines }) =>
                  [...Map.groupBy(lines, ({ account }) => account)].map(([account, its], index) => (
                    <Row key={`${change} ${eventId} ${account}`}>
                      <Cell place={index === 0 ? 'whole' : 'none'} className="max-md:order-first">
                        {index === 0 && (
                          <>
                            <ChangeMark change={change} />
                            <span className="whitespace-nowrap">{momentInKorea(completedAt)}</span>{' '}
                            <span className="font-mono text-fg-subtle text-micro">
                              {eventId.slice(0, 13)}
                            </span>
                          </>
                        )}
                      </Cell>
                      <Cell place={1}>{names[account]}</Cell>
                      <Cell place={2} numeric>
                        <LineAmount lines={its} currency="USDT" />
                      </Cell>
                      <Cell place={4} numeric className="max-md:col-start-2">
                        <LineAmount lines={its} currency="KRW" />
                      </Cell>
                    </Row>
                  )),
                )}
              </Table>
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

interface LineAmountProps {
  readonly lines: readonly { readonly currency: 'USDT' | 'KRW'; readonly amount: string }[];
  readonly currency: 'USDT' | 'KRW';
}

/** Lines of one account and currency, not summed: sums come from the server. */
function LineAmount({ lines, currency }: LineAmountProps) {
  return lines
    .filter((line) => line.currency === currency)
    .map(({ amount }) => (
      <span key={amount} className="block">
        <Signed value={amount} decimals={decimalsOf[currency]} plus />
      </span>
    ));
}
