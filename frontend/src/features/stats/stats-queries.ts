import { statsPaths } from '@matgyo/contracts/paths/stats';
import { queryOptions } from '@tanstack/react-query';
import { answerTo, pollUnlessPushed, queryKeys } from '../../api/queries.ts';

/** Days to load: those of the longest chart. */
const daysLoaded = 90;
const pollEveryMs = 15_000;

const keys = queryKeys.own.staff;

/** Figures of the whole market, for admins. */
export const adminStatsQuery = queryOptions({
  ...answerTo(keys.stats, statsPaths.adminStats, { query: { days: daysLoaded } }),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});

/** The same for a manager: of the market, or of the members they invited. */
export const managerStatsQuery = (invited: boolean) =>
  queryOptions({
    ...answerTo(keys.stats, statsPaths.managerStats, {
      query: { days: daysLoaded, invited: invited ? 'true' : '' },
    }),
    refetchInterval: pollUnlessPushed(pollEveryMs),
  });
