import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { liveAnswerTo, queryKeys } from '../../../../api/queries.ts';

export const useStaffOrder = (id: string) =>
  useQuery(liveAnswerTo(queryKeys.own.admin.one(id), staffPaths.order, { params: { id } }));
