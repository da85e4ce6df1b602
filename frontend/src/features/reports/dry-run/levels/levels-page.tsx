import type { Krw } from '@matgyo/contracts/money';
import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../i18n/index.ts';
import { BackLink } from '../../../../ui/detail-page.tsx';
import { Empty } from '../../../../ui/placeholder.tsx';
import { SaveFileButtons } from '../../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../../ui/staff-page.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { readAsOfPoints } from '../../as-of-text.ts';
import { DaysChart } from '../../days-chart.tsx';
import { Totals, WonTotal } from '../../figures.tsx';
import { Fingerprint } from '../../fingerprint.tsx';
import { DryRunAnswer } from '../dry-run-answer.tsx';
import { useFormKey } from '../dry-run-form-frame.tsx';
import { type LevelsDryRun, type LevelsQuery, levelsDryRunQuery } from '../dry-run-query.ts';
import { fieldsInAddress } from './levels-form.ts';
import { LevelsForm } from './levels-form-view.tsx';
import { LevelsTables } from './levels-tables.tsx';

/** Shows which placed orders other levels of members would have refused. */
export default function LevelsDryRunPage() {
  const { t } = useTexts();
  const { read, readWhole, choose } = useAddress();
  const levels = readWhole('levels');
  const range = levels === '' ? undefined : readAsOfPoints(read, 'before');
  const query = range && { levels, ...range };
  const answer = useQuery(levelsDryRunQuery(query));
  return (
    <StaffPage
      title={t('levelsDryRun.title')}
      intro={t('levelsDryRun.intro')}
      back={<BackLink to="/admin/fees">{t('staff.fees')}</BackLink>}
    >
      <LevelsForm
        key={useFormKey()}
        start={{ levels: fieldsInAddress(levels), before: read('before'), after: read('after') }}
        onRun={(next) => choose(next) || answer.refetch()}
        busy={answer.isFetching}
      />
      {query !== undefined && (
        <DryRunAnswer
          texts="levelsDryRun"
          answer={answer}
          result={(dryRun) => <Result query={query} dryRun={dryRun} />}
        />
      )}
    </StaffPage>
  );
}

function Result({ query, dryRun }: { readonly query: LevelsQuery; readonly dryRun: LevelsDryRun }) {
  const { t, formatKrw, formatCount } = useTexts();
  const { totals } = dryRun;
  if (totals.orders === 0) return <Empty title={t('levelsDryRun.none')} text={t('levelsDryRun.noneText')} />;
  return (
    <>
      <Totals
        totals={[
          { label: t('levelsDryRun.refused'), figure: formatCount(totals.refused), main: true },
          { label: t('levelsDryRun.refusedKrw'), figure: <WonTotal value={totals.refusedKrw} /> },
          { label: t('levelsDryRun.orders'), figure: formatCount(totals.orders) },
          { label: t('levelsDryRun.krw'), figure: <WonTotal value={totals.krw} /> },
        ]}
      />
      <DaysChart
        title={t('levelsDryRun.perDay')}
        label={(range) => t('levelsDryRun.chart', range)}
        legend={[t('levelsDryRun.krw'), t('levelsDryRun.refusedKrw')]}
        note={t('unit.krw')}
        bars={dryRun.days.map(({ day, krw, refusedKrw }) => ({ day, value: krw, beside: refusedKrw }))}
        format={(value) => formatKrw(value as Krw)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SaveFileButtons
          route={reportPaths.dryRunLevelsCsv}
          // The `asOf` of the figures on screen, so that the file matches them.
          query={{ ...query, ...(dryRun.after.asOf !== null && { after: dryRun.after.asOf }) }}
          name="levels-dry-run.csv"
        />
        {dryRun.cut && <p className="text-fg-subtle text-small">{t('levelsDryRun.cut')}</p>}
      </div>
      <LevelsTables dryRun={dryRun} />
      <Fingerprint title={t('levelsDryRun.fingerprint')} sha256={dryRun.sha256} asOf={dryRun.after.asOf} />
    </>
  );
}
