import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { answerTo, pollUnlessPushed, queryKeys } from '../../../../api/queries.ts';

/** An order as an admin sees it, updated while on screen. */
export const useStaffOrder = (id: string) =>
  useQuery({
    ...answerTo(queryKeys.own.admin.one(id), staffPaths.order, { params: { id } }),
    refetchInterval: pollUnlessPushed(),
  });
