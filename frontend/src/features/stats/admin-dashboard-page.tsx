import { useQuery } from '@tanstack/react-query';
import { useCurrentPrice } from '../../api/price.ts';
import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
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
      <NoPrice />
      <Contained>
        <Waiting />
      </Contained>
      <StatsBody query={stats} isWholeMarket />
    </StaffPage>
  );
}

/** The first thing to do in a new installation. */
function NoPrice() {
  const { t } = useTexts();
  if (useCurrentPrice().data?.data !== null) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-surface px-4 py-3">
      <p>{t('overview.noPrice')}</p>
      <ButtonLink to="/admin/setprice" variant="primary" size="medium">
        {t('overview.setPrice')}
      </ButtonLink>
    </div>
  );
}
