import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { pollUnlessPushed, queryKeys } from '../../../../api/queries.ts';

/** An order as an admin sees it, updated while on screen. */
export const useStaffOrder = (id: string) =>
  useQuery({
    queryKey: queryKeys.own.admin.one(id),
    queryFn: ({ signal }) => call(staffPaths.order, { signal, params: { id } }),
    refetchInterval: pollUnlessPushed(),
  });
