import type { Stats } from '@matgyo/contracts/endpoints/stats';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { NotLoaded } from '../../ui/load-failure.tsx';
import { Bone, Loading } from '../../ui/placeholder.tsx';
import { PerDay } from './per-day.tsx';
import { StatCards } from './stat-cards.tsx';

/** The figures and the last days of a dashboard. */
export function StatsBody({ query }: { readonly query: UseQueryResult<Stats> }) {
  const { t } = useTexts();
  const { data, error } = query;
  if (data === undefined && error !== null)
    return <NotLoaded failed={t('overview.loadFailed')} query={query} />;
  return (
    <>
      <StatCards stats={data} />
      {data === undefined ? (
        <Loading>
          <Bone className="mt-11 h-64 w-full rounded-lg" />
        </Loading>
      ) : (
        <PerDay days={data.days} />
      )}
    </>
  );
}
