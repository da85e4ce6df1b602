import type { Krw } from '@matgyo/contracts/money';
import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatKrw } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { usePageTitle } from '../../../../shell/page-title.ts';
import { Empty } from '../../../../ui/placeholder.tsx';
import { SaveFileButton } from '../../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../../ui/staff-page.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { BackTo } from '../../comparison-page.tsx';
import { Unit, WonTotal } from '../../figures.tsx';
import { Fingerprint } from '../../fingerprint.tsx';
import { Totals } from '../../totals.tsx';
import { rangeFrom } from '../range-fields.tsx';
import { RehearsalAnswer } from '../rehearsal-answer.tsx';
import { RehearsalChart } from '../rehearsal-chart.tsx';
import { fieldsInAddress } from './levels-form.ts';
import { LevelsForm } from './levels-form-view.tsx';
import { type LevelsQuery, type LevelsRehearsal, levelsRehearsalQuery } from './levels-query.ts';
import { LevelsTables } from './levels-tables.tsx';

/** Shows which placed orders other levels of members would have refused. */
export default function LevelsRehearsalPage() {
  const { t } = useTexts();
  const { read, choose } = useAddress();
  const query = queryFrom(read);
  const answer = useQuery(levelsRehearsalQuery(query));
  usePageTitle(t('levelsRehearsal.title'));
  return (
    <StaffPage
      title={t('levelsRehearsal.title')}
      intro={t('levelsRehearsal.intro')}
      action={<BackTo path="/admin/fees" label={t('staff.fees')} />}
    >
      <LevelsForm
        // With back and forward, the form shows that query.
        key={JSON.stringify(query)}
        start={{ levels: fieldsInAddress(read('levels')), before: read('before'), after: read('after') }}
        onRun={(next) => choose(next)}
        busy={answer.isFetching}
      />
      {query !== undefined && (
        <RehearsalAnswer
          answer={answer}
          failed={t('levelsRehearsal.failed')}
          progress={t('levelsRehearsal.progress')}
          soFar={(figures) => t('levelsRehearsal.soFar', figures)}
          result={(rehearsal) => <Result query={query} rehearsal={rehearsal} />}
        />
      )}
    </StaffPage>
  );
}

/** The query in the address, if there is one. */
function queryFrom(read: (name: string) => string): LevelsQuery | undefined {
  const [levels, range] = [read('levels'), rangeFrom(read)];
  return levels === '' || range === undefined ? undefined : { levels, ...range };
}

function Result({ query, rehearsal }: { readonly query: LevelsQuery; readonly rehearsal: LevelsRehearsal }) {
  const { t, language } = useTexts();
  const { totals } = rehearsal;
  if (totals.orders === 0)
    return <Empty title={t('levelsRehearsal.none')} text={t('levelsRehearsal.noneText')} />;
  const orders = (count: number) => (
    <>
      {formatCount(count, language)}
      <Unit>{t('levelsRehearsal.ordersUnit')}</Unit>
    </>
  );
  return (
    <>
      <Totals
        totals={[
          { label: t('levelsRehearsal.refused'), figure: orders(totals.refused), main: true },
          { label: t('levelsRehearsal.refusedKrw'), figure: <WonTotal value={totals.refusedKrw} /> },
          { label: t('levelsRehearsal.orders'), figure: orders(totals.orders) },
          { label: t('levelsRehearsal.krw'), figure: <WonTotal value={totals.krw} /> },
        ]}
      />
      <RehearsalChart
        title={t('levelsRehearsal.perDay')}
        label={(range) => t('levelsRehearsal.chart', range)}
        legend={[t('levelsRehearsal.krw'), t('levelsRehearsal.refusedKrw')]}
        bars={rehearsal.days.map(({ day, krw, refusedKrw }) => ({ day, value: krw, beside: refusedKrw }))}
        format={(value) => formatKrw(value as Krw, language)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveFileButton
          label={t('report.saveCsv')}
          route={reportPaths.rehearseLevelsCsv}
          // The `asOf` of the figures on screen, so that the file matches them.
          query={{ ...query, ...(rehearsal.after.asOf !== null && { after: rehearsal.after.asOf }) }}
          name="levels-rehearsal.csv"
          variant="secondary"
        />
        {rehearsal.cut && <p className="text-fg-subtle text-small">{t('levelsRehearsal.cut')}</p>}
      </div>
      <LevelsTables rehearsal={rehearsal} />
      <Fingerprint
        title={t('levelsRehearsal.fingerprint')}
        sha256={rehearsal.sha256}
        asOf={rehearsal.after.asOf}
      />
    </>
  );
}
