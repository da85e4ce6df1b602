import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';

/** The number of orders in each queue, in total and by range of won. */
export const useQueueCounts = () =>
  useQuery({
    queryKey: queryKeys.own.admin.counts,
    queryFn: ({ signal }) => call(staffPaths.queueCounts, { signal }),
    refetchInterval: pollUnlessPushed(),
  });
