import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { Check, Download, TriangleAlert } from 'lucide-react';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { saveFile } from '../../api/save-file.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { NotLoaded } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import { AsOfField, useAsOf } from './as-of-field.tsx';
import { accounts, amountOf, balanceFile, balanceFileIn, type TrialBalance } from './balance-files.ts';
import { decimalsOf, Signed } from './figures.tsx';
import { Fingerprint, ReportLinks } from './fingerprint.tsx';
import { still } from './report-queries.ts';

/** The trial balance at any point in time: journal sums by currency and account. Each currency must balance to zero. */
export default function TrialBalancePage() {
  const { t, language } = useTexts();
  const { asOf, asOfField, pin } = useAsOf();
  const isWrong = asOfField.error !== undefined;
  const answer = useQuery({
    ...answerTo(queryKeys.own.staff.trialBalance, reportPaths.trialBalance, { query: { asOf } }),
    ...still,
    enabled: !isWrong,
  });
  const { data, refetch } = answer;
  return (
    <StaffPage
      title={t('staff.trialBalance')}
      intro={t('balance.intro')}
      action={
        <Button
          size="medium"
          className="max-md:min-h-11"
          off={data === undefined || isWrong}
          onClick={() => {
            if (data !== undefined) saveFile(balanceFileIn(t, data), `trial-balance-${language}.csv`);
          }}
        >
          <Download size={18} />
          {t('csv.download')}
        </Button>
      }
    >
      <AsOfField {...asOfField} className="mt-5 md:max-w-[20rem]" />
      {/* No figures while the point in time cannot be read: they would be of another one. */}
      {isWrong ? null : data === undefined ? (
        <NotLoaded failed={t('balance.loadFailed')} query={answer}>
          <div className="mt-7 max-w-[44rem]">
            <TableSkeleton rows={4} columns={3} />
          </div>
        </NotLoaded>
      ) : (
        <>
          <Balance data={data} />
          <Fingerprint
            title={t('balance.fingerprint')}
            sha256={data.sha256}
            asOf={data.asOf}
            madeBy={data}
            checkpoint={data.checkpoint}
            onPin={asOf === data.asOf ? undefined : pin}
          >
            <ReportLinks
              onReload={refetch}
              onSave={() => saveFile(balanceFile(data), 'trial-balance.csv')}
              compare={{
                pathname: '/admin/trial-balance/compare',
                // As typed, which a person can read; without it the later point in time is now.
                search: asOfField.value === '' ? '' : `after=${encodeURIComponent(asOfField.value)}`,
              }}
            />
          </Fingerprint>
        </>
      )}
    </StaffPage>
  );
}

function Balance({ data }: { readonly data: TrialBalance }) {
  const { t, formatCount } = useTexts();
  return (
    <>
      <p
        className={classes(
          'mt-6 flex flex-wrap items-center gap-x-2 gap-y-1 font-medium',
          data.balanced ? 'text-accent' : 'text-danger',
        )}
      >
        {data.balanced ? (
          <Check size={18} strokeWidth={1.8} />
        ) : (
          <TriangleAlert size={18} strokeWidth={1.8} />
        )}
        {data.balanced ? t('balance.balanced') : t('balance.unbalanced')}
        <span className="font-regular text-fg-subtle text-small">
          {t('balance.ofTrades', { count: data.trades, trades: formatCount(data.trades) })}
          {data.reversals > 0 && ` · ${t('reversal.count', { reversals: formatCount(data.reversals) })}`}
        </span>
      </p>
      <div className="mt-3 max-w-[44rem]">
        <Table<TrialBalance['totals'] & { readonly name: string }>
          compact
          caption={t('staff.trialBalance')}
          columns={[
            { head: t('balance.account'), cell: ({ name }) => name },
            { head: 'USDT', cell: ({ USDT }) => <Signed value={USDT} decimals={decimalsOf.USDT} /> },
            { head: t('balance.won'), cell: ({ KRW }) => <Signed value={KRW} decimals={decimalsOf.KRW} /> },
          ]}
          lines={accounts.map((account) => ({
            name: t(`balance.accounts.${account}`),
            USDT: amountOf(data, account, 'USDT'),
            KRW: amountOf(data, account, 'KRW'),
          }))}
          keyOf={({ name }) => name}
          sum={{ name: t('balance.sum'), ...data.totals }}
        />
      </div>
    </>
  );
}
