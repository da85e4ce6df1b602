import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { Contained } from '../../ui/section.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { StatsBody } from './stat-cards.tsx';
import { adminStatsQuery } from './stats-queries.ts';
import { Waiting } from './waiting.tsx';

/** Waiting work first, then the market's figures and the last days. */
export default function AdminDashboardPage() {
  const { t } = useTexts();
  const stats = useQuery(adminStatsQuery);
  return (
    <StaffPage title={t('staff.dashboard')}>
      <Contained>
        <Waiting />
      </Contained>
      <StatsBody query={stats} />
    </StaffPage>
  );
}
