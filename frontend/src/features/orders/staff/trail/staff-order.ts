import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { answerTo, pollUnlessPushed, queryKeys } from '../../../../api/queries.ts';

export const useStaffOrder = (id: string) =>
  useQuery({
    ...answerTo(queryKeys.own.admin.one(id), staffPaths.order, { params: { id } }),
    refetchInterval: pollUnlessPushed(),
  });
