import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Bone, Loading } from '../../ui/placeholder.tsx';
import { Contained } from '../../ui/section.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { PerDay } from './per-day.tsx';
import { StatCards } from './stat-cards.tsx';
import { adminStatsQuery } from './stats-queries.ts';
import { Waiting } from './waiting.tsx';

/** Waiting work first, then the market's figures and the last days. */
export default function AdminDashboardPage() {
  const { t } = useTexts();
  const { data, error, refetch, isFetching } = useQuery(adminStatsQuery);
  usePageTitle(t('staff.dashboard'));
  return (
    <StaffPage title={t('staff.dashboard')}>
      <Contained>
        <Waiting />
      </Contained>
      {data === undefined && error !== null ? (
        <LoadFailure title={t('overview.loadFailed')} error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <StatCards stats={data} />
      )}
      {data !== undefined && <PerDay days={data.days} />}
      {data === undefined && error === null && (
        <Loading>
          <Bone className="mt-11 h-64 w-full rounded-lg" />
        </Loading>
      )}
    </StaffPage>
  );
}
