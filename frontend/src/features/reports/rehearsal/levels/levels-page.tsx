import type { Krw } from '@matgyo/contracts/money';
import { reportPaths } from '@matgyo/contracts/paths/reports';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatKrw } from '../../../../format/amount.ts';
import { dayInKorea } from '../../../../format/moment.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { usePageTitle } from '../../../../shell/page-title.ts';
import { DayBars } from '../../../../ui/day-bars.tsx';
import { LoadFailure } from '../../../../ui/load-failure.tsx';
import { Empty } from '../../../../ui/placeholder.tsx';
import { SaveFileButton } from '../../../../ui/save-file-button.tsx';
import { StaffPage } from '../../../../ui/staff-page.tsx';
import { useAddress } from '../../../../ui/use-address.ts';
import { BackTo } from '../../comparison-page.tsx';
import { Unit, WonTotal } from '../../figures.tsx';
import { Fingerprint } from '../../fingerprint.tsx';
import { Totals } from '../../totals.tsx';
import { rangeFrom } from '../range-fields.tsx';
import { UnderWay } from '../under-way.tsx';
import { fieldsInAddress } from './levels-form.ts';
import { LevelsForm } from './levels-form-view.tsx';
import { type LevelsQuery, type LevelsRehearsal, levelsRehearsalQuery } from './levels-query.ts';
import { LevelsTables } from './levels-tables.tsx';

/** Shows which placed orders other levels of members would have refused. */
export default function LevelsRehearsalPage() {
  const { t, language } = useTexts();
  const { read, choose } = useAddress();
  const query = queryFrom(read);
  const answer = useQuery(levelsRehearsalQuery(query));
  const { rehearsal, ...progress } = answer.data ?? { rehearsal: undefined, done: 0, total: 0 };
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
        onAsk={(next) => choose(next)}
        busy={answer.isFetching}
      />
      {query === undefined ? null : answer.error !== null && rehearsal == null ? (
        <LoadFailure
          title={t('levelsRehearsal.failed')}
          error={answer.error}
          onRetry={answer.refetch}
          retrying={answer.isFetching}
        />
      ) : rehearsal == null ? (
        <UnderWay
          {...progress}
          label={t('levelsRehearsal.progress')}
          soFar={t('levelsRehearsal.soFar', {
            count: progress.total,
            done: formatCount(progress.done, language),
            total: formatCount(progress.total, language),
          })}
        />
      ) : (
        <Result query={query} rehearsal={rehearsal} />
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
      <Chart days={rehearsal.days} />
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

/** The won of the orders placed on each day, and of those refused, side by side. */
function Chart({ days }: Pick<LevelsRehearsal, 'days'>) {
  const { t, language } = useTexts();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const spoken = (day: string) => dayInKorea(`${day}T03:00:00.000Z`, language);
  const key = 'inline-block size-2.5 rounded-[2px]';
  return (
    <section aria-labelledby="levels-chart">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="levels-chart" className="text-heading">
          {t('levelsRehearsal.perDay')}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-subtle text-micro">
          <span className="inline-flex items-center gap-1.5">
            <span className={`${key} bg-line-strong`} />
            {t('levelsRehearsal.krw')}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span className={`${key} bg-accent`} />
            {t('levelsRehearsal.refusedKrw')}
          </span>
        </p>
      </div>
      <DayBars
        bars={days.map(({ day, krw, refusedKrw }) => ({ day, value: krw, beside: refusedKrw }))}
        label={t('levelsRehearsal.chart', { first: spoken(first.day), last: spoken(last.day) })}
        format={(value) => formatKrw(value as Krw, language)}
        formatDay={(day) =>
          days.length > 31 ? day.slice(5) : t('fees.dayOfMonth', { day: Number(day.slice(8)) })
        }
      />
    </section>
  );
}
