import type { Usdt } from '@matgyo/contracts/money';
import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { BackLink } from '../../../ui/detail-page.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { SaveFileButtons } from '../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { readAsOfPoints } from '../as-of-text.ts';
import { DaysChart } from '../days-chart.tsx';
import { FeeTotal, Signed, Totals, UsdtUnit } from '../figures.tsx';
import { Fingerprint } from '../fingerprint.tsx';
import { type FeeReader, feePaths } from '../report-queries.ts';
import { DryRunAnswer } from './dry-run-answer.tsx';
import { DryRunForm } from './dry-run-form.tsx';
import { useFormKey } from './dry-run-form-frame.tsx';
import { type DryRun, type DryRunQuery, dryRunQuery } from './dry-run-query.ts';
import { DaysTable, type SumsColumn, SumsTable } from './long-table.tsx';
import { fieldsOf } from './rule-form.ts';

/** Calculates what another fee rule would have charged for completed trades, next to what was charged. */
export default function FeesDryRun({ as }: { readonly as: FeeReader }) {
  const { t } = useTexts();
  const { read, readWhole, choose } = useAddress();
  const rule = readWhole('rule');
  const range = rule === '' ? undefined : readAsOfPoints(read, 'before');
  const query = range && { rule, ...range, referralCode: read('code') };
  const answer = useQuery(dryRunQuery(query));
  return (
    <StaffPage
      title={t('dryRun.title')}
      intro={t('dryRun.intro')}
      back={<BackLink to={feePaths[as]}>{t('staff.fees')}</BackLink>}
      action={
        as === 'admin' && (
          <ButtonLink size="medium" to="/admin/levels/rehearsal" className="max-md:min-h-11">
            {t('levelsDryRun.title')}
          </ButtonLink>
        )
      }
    >
      <DryRunForm
        key={useFormKey()}
        codes={
          as === 'admin'
            ? []
            : [
                { value: '', label: t('overview.ownCode') },
                { value: 'All', label: t('fees.everyCode') },
              ]
        }
        start={{ rule: fieldsOf(rule), before: read('before'), after: read('after'), code: read('code') }}
        onRun={(next) => choose(next) || answer.refetch()}
        busy={answer.isFetching}
      />
      {query !== undefined && (
        <DryRunAnswer
          texts="dryRun"
          answer={answer}
          result={(dryRun) => <Result query={query} dryRun={dryRun} />}
        />
      )}
    </StaffPage>
  );
}

function Result({ query, dryRun }: { readonly query: DryRunQuery; readonly dryRun: DryRun }) {
  const { t, formatUsdt, formatCount } = useTexts();
  const { totals } = dryRun;
  if (totals.trades === 0) return <Empty title={t('dryRun.none')} text={t('fees.noneText')} />;
  return (
    <>
      <Totals
        totals={[
          { label: t('dryRun.underRule'), figure: <FeeTotal value={totals.rehearsed} />, main: true },
          { label: t('dryRun.charged'), figure: <FeeTotal value={totals.charged} /> },
          {
            label: t('compare.difference'),
            figure: (
              <>
                <Signed value={totals.difference} decimals={[4, 4]} plus />
                <UsdtUnit />
              </>
            ),
          },
          { label: t('staff.trades'), figure: formatCount(totals.trades) },
        ]}
      />
      {dryRun.reversed.trades > 0 && (
        <p className="mb-8 text-fg-muted text-small">
          {t('dryRun.reversed', {
            count: dryRun.reversed.trades,
            reversals: formatCount(dryRun.reversed.trades),
            fee: formatUsdt(dryRun.reversed.fee),
          })}
        </p>
      )}
      <DaysChart
        title={t('overview.feesPerDay')}
        label={(range) => t('dryRun.chart', range)}
        legend={[t('dryRun.charged'), t('dryRun.underRule')]}
        bars={dryRun.days.map(({ day, charged, rehearsed }) => ({ day, value: charged, beside: rehearsed }))}
        format={(value) => formatUsdt(value as Usdt)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveFileButtons
          route={reportPaths.dryRunFeesCsv}
          // The `asOf` of the report on screen, so that the file matches it.
          query={{ ...query, ...(dryRun.after.asOf !== null && { after: dryRun.after.asOf }) }}
          name="fee-dry-run.csv"
        />
        {dryRun.cut && <p className="text-fg-subtle text-small">{t('dryRun.cut')}</p>}
      </div>
      <DryRunTables dryRun={dryRun} />
      <Fingerprint
        title={t('dryRun.fingerprint')}
        sha256={dryRun.sha256}
        asOf={dryRun.after.asOf}
        madeBy={{ feeRules: [t('dryRun.thisRule')], projectionVersion: dryRun.projectionVersion }}
      />
    </>
  );
}

/** Charged and calculated fees, by day, code and member. */
function DryRunTables({ dryRun }: { readonly dryRun: DryRun }) {
  const { t, formatCount } = useTexts();
  const { days, codes, members, totals } = dryRun;
  const columns: readonly SumsColumn<typeof totals>[] = [
    { head: t('staff.trades'), place: 'none', cell: ({ trades }) => formatCount(trades) },
    { head: t('label.amountUsdt'), place: 'none', cell: ({ amount }) => <UsdtAmount value={amount} /> },
    { head: t('dryRun.charged'), place: 3, cell: ({ charged }) => <UsdtAmount value={charged} /> },
    { head: t('dryRun.underRule'), place: 4, cell: ({ rehearsed }) => <UsdtAmount value={rehearsed} /> },
    {
      head: t('compare.difference'),
      place: 2,
      cell: ({ difference }) => <Signed value={difference} decimals={[4, 4]} plus />,
    },
  ];
  const byCode = codes.map((row) => ({
    key: row.referralCode ?? '',
    name: row.referralCode ?? t('fees.noCode'),
    sums: row,
  }));
  const byMember = members.map((row) => ({ key: row.memberId, name: row.nickname ?? '–', sums: row }));
  return (
    <div className="mt-10 grid gap-10">
      <DaysTable days={days} columns={columns} totals={totals} />
      <SumsTable title={t('fees.byCode')} head={t('member.referralCode')} columns={columns} rows={byCode} />
      <SumsTable title={t('dryRun.byMember')} head={t('label.seller')} columns={columns} rows={byMember} />
    </div>
  );
}
