import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Bone, Empty, Loading } from '../../../ui/placeholder.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SaveFileButton } from '../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { BackTo } from '../comparison-page.tsx';
import { FeeTotal, Signed, Unit } from '../figures.tsx';
import { Fingerprint } from '../fingerprint.tsx';
import { readMoment } from '../moment-text.ts';
import { Totals } from '../totals.tsx';
import { RehearsalChart } from './rehearsal-chart.tsx';
import { RehearsalForm } from './rehearsal-form.tsx';
import { type Rehearsal, type RehearsalQuery, rehearsalQuery } from './rehearsal-query.ts';
import { RehearsalTables } from './rehearsal-tables.tsx';
import { fieldsOf } from './rule-form.ts';

interface RehearseFeesProps {
  readonly reportPath: string;
  /** Selectable referral codes; empty: all trades. */
  readonly codes: readonly { readonly value: string; readonly label: string }[];
}

/** Calculates what another fee rule would have charged for completed trades, next to what was charged. */
export function RehearseFees({ reportPath, codes }: RehearseFeesProps) {
  const { t } = useTexts();
  const { read, choose } = useAddress();
  const query = queryFrom(read);
  const answer = useQuery(rehearsalQuery(query));
  const rehearsal = answer.data?.rehearsal;
  usePageTitle(t('rehearsal.title'));
  return (
    <StaffPage
      title={t('rehearsal.title')}
      intro={t('rehearsal.intro')}
      action={<BackTo path={reportPath} label={t('staff.fees')} />}
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
        onAsk={(next) => choose(next)}
        busy={answer.isFetching}
      />
      {query === undefined ? null : answer.error !== null && rehearsal == null ? (
        <LoadFailure
          title={t('rehearsal.failed')}
          error={answer.error}
          onRetry={answer.refetch}
          retrying={answer.isFetching}
        />
      ) : rehearsal == null ? (
        <UnderWay done={answer.data?.done ?? 0} total={answer.data?.total ?? 0} />
      ) : (
        <Result query={query} rehearsal={rehearsal} />
      )}
    </StaffPage>
  );
}

/** The query in the address, if there is one. */
function queryFrom(read: (name: string) => string): RehearsalQuery | undefined {
  const [rule, before, after, code] = [
    read('rule'),
    readMoment(read('before'), 'before'),
    readMoment(read('after')),
    read('code'),
  ];
  if (rule === '' || before === undefined || (read('after') !== '' && after === undefined)) return undefined;
  return { rule, before, ...(after !== undefined && { after }), ...(code !== '' && { referralCode: code }) };
}

function UnderWay({ done, total }: { readonly done: number; readonly total: number }) {
  const { t, language } = useTexts();
  return (
    <Loading>
      <div className="mt-8 max-w-xl">
        <ProgressBar
          label={t('rehearsal.progress')}
          percent={total === 0 ? 0 : Math.round((done / total) * 100)}
        />
        <p className="mt-1.5 text-fg-muted text-small">
          {t('rehearsal.soFar', {
            count: total,
            done: formatCount(done, language),
            total: formatCount(total, language),
          })}
        </p>
      </div>
      <Bone className="mt-8 h-[232px] w-full rounded-lg" />
    </Loading>
  );
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
      <RehearsalChart days={rehearsal.days} />
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
        feeRules={[t('rehearsal.thisRule')]}
        projectionVersion={rehearsal.projectionVersion}
      />
    </>
  );
}
