import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { answerTo } from './answer-to.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';

/** The number of orders in each queue, in total and by range of won. */
export const useQueueCounts = () =>
  useQuery({
    ...answerTo(queryKeys.own.admin.counts, staffPaths.queueCounts),
    refetchInterval: pollUnlessPushed(),
  });
