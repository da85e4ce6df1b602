import type { Usdt } from '@matgyo/contracts/money';
import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatUsdt } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/placeholder.tsx';
import { SaveFileButton } from '../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { BackTo } from '../comparison-page.tsx';
import { FeeTotal, Signed, Unit } from '../figures.tsx';
import { Fingerprint } from '../fingerprint.tsx';
import { Totals } from '../totals.tsx';
import { rangeFrom } from './range-fields.tsx';
import { RehearsalAnswer } from './rehearsal-answer.tsx';
import { RehearsalChart } from './rehearsal-chart.tsx';
import { RehearsalForm } from './rehearsal-form.tsx';
import { type Rehearsal, type RehearsalQuery, rehearsalQuery } from './rehearsal-query.ts';
import { RehearsalTables } from './rehearsal-tables.tsx';
import { fieldsOf } from './rule-form.ts';

interface RehearseFeesProps {
  readonly reportPath: string;
  /** The rehearsal of levels, for those who may see it. */
  readonly levelsPath?: string;
  /** Selectable referral codes; empty: all trades. */
  readonly codes: readonly { readonly value: string; readonly label: string }[];
}

/** Calculates what another fee rule would have charged for completed trades, next to what was charged. */
export default function RehearseFees({ reportPath, levelsPath, codes }: RehearseFeesProps) {
  const { t } = useTexts();
  const { read, choose } = useAddress();
  const query = queryFrom(read);
  const answer = useQuery(rehearsalQuery(query));
  usePageTitle(t('rehearsal.title'));
  return (
    <StaffPage
      title={t('rehearsal.title')}
      intro={t('rehearsal.intro')}
      action={
        <div className="flex flex-wrap gap-2">
          {levelsPath !== undefined && (
            <ButtonLink size="medium" to={levelsPath} className="max-md:min-h-11">
              {t('levelsRehearsal.title')}
            </ButtonLink>
          )}
          <BackTo path={reportPath} label={t('staff.fees')} />
        </div>
      }
    >
      <RehearsalForm
        // With back and forward, the form shows that query.
        key={JSON.stringify(query)}
        codes={codes}
        start={{
          rule: fieldsOf(read('rule')),
          before: read('before'),
          after: read('after'),
          code: read('code'),
        }}
        onRun={(next) => choose(next)}
        busy={answer.isFetching}
      />
      {query !== undefined && (
        <RehearsalAnswer
          answer={answer}
          failed={t('rehearsal.failed')}
          progress={t('rehearsal.progress')}
          soFar={(figures) => t('rehearsal.soFar', figures)}
          result={(rehearsal) => <Result query={query} rehearsal={rehearsal} />}
        />
      )}
    </StaffPage>
  );
}

/** The query in the address, if there is one. */
function queryFrom(read: (name: string) => string): RehearsalQuery | undefined {
  const [rule, code, range] = [read('rule'), read('code'), rangeFrom(read)];
  if (rule === '' || range === undefined) return undefined;
  return { rule, ...range, ...(code !== '' && { referralCode: code }) };
}

function Result({ query, rehearsal }: { readonly query: RehearsalQuery; readonly rehearsal: Rehearsal }) {
  const { t, language } = useTexts();
  const { totals } = rehearsal;
  if (totals.trades === 0) return <Empty title={t('rehearsal.none')} text={t('rehearsal.noneText')} />;
  return (
    <>
      <Totals
        totals={[
          { label: t('rehearsal.rehearsed'), figure: <FeeTotal value={totals.rehearsed} />, main: true },
          { label: t('rehearsal.charged'), figure: <FeeTotal value={totals.charged} /> },
          {
            label: t('compare.difference'),
            figure: (
              <>
                <Signed value={totals.difference} decimals={[4, 4]} plus />
                <Unit>USDT</Unit>
              </>
            ),
          },
          {
            label: t('fees.trades'),
            figure: (
              <>
                {formatCount(totals.trades, language)}
                <Unit>{t('fees.tradesUnit')}</Unit>
              </>
            ),
          },
        ]}
      />
      <RehearsalChart
        title={t('fees.perDay')}
        label={(range) => t('rehearsal.chart', range)}
        legend={[t('rehearsal.charged'), t('rehearsal.rehearsed')]}
        unit="USDT"
        bars={rehearsal.days.map(({ day, charged, rehearsed }) => ({
          day,
          value: charged,
          beside: rehearsed,
        }))}
        format={(value) => formatUsdt(value as Usdt, language)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveFileButton
          label={t('report.saveCsv')}
          route={reportPaths.rehearseFeesCsv}
          // The `asOf` of the report on screen, so that the file matches it.
          query={{ ...query, ...(rehearsal.after.asOf !== null && { after: rehearsal.after.asOf }) }}
          name="fee-rehearsal.csv"
          variant="secondary"
        />
        {rehearsal.cut && <p className="text-fg-subtle text-small">{t('rehearsal.cut')}</p>}
      </div>
      <RehearsalTables rehearsal={rehearsal} />
      <Fingerprint
        title={t('rehearsal.fingerprint')}
        sha256={rehearsal.sha256}
        asOf={rehearsal.after.asOf}
        madeBy={{ feeRules: [t('rehearsal.thisRule')], projectionVersion: rehearsal.projectionVersion }}
      />
    </>
  );
}
