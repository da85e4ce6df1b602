import { deskPaths } from '@matgyo/contracts/paths/desk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';

export const queueCountsQuery = queryOptions({
  queryKey: queryKeys.own.desk.counts,
  queryFn: ({ signal }) => call(deskPaths.queueCounts, { signal }),
  refetchInterval: pollUnlessPushed(),
});

/** How many orders stand in each queue, in all and by range of won. */
export const useQueueCounts = () => useQuery(queueCountsQuery);
