import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { command, useCommand } from './command.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';
import type { BodyOf } from './route.ts';

const { desk, trades } = queryKeys.own;

/** More do not wait at a time. */
const mostWaiting = 100;

const waitingQuery = queryOptions({
  queryKey: desk.approvals.list('waiting'),
  queryFn: ({ signal }) =>
    call(approvalPaths.approvals, { signal, query: { show: 'waiting', limit: mostWaiting } }),
  refetchInterval: pollUnlessPushed(),
});

/** What waits for another admin, the oldest first. */
export const useWaitingApprovals = () => useQuery(waitingQuery);

/** The request to complete a match that waits, if there is one. */
export function useWaitingApproval(tradeId: string | undefined): ApprovalView | undefined {
  const { data } = useWaitingApprovals();
  return data?.items.find(({ completion }) => completion.tradeId === tradeId);
}

/** Asks another admin for what the limit keeps one from doing alone. */
export const useRequestApproval = () =>
  useCommand({
    command: (body: BodyOf<typeof approvalPaths.requestApproval>) =>
      command(approvalPaths.requestApproval, { body }),
    changes: [desk.approvals.all],
  });

export interface Decision {
  readonly id: string;
  readonly how: 'approve' | 'refuse';
}

/** Decides on a request; what is approved is carried out with it. */
export const useDecideApproval = () =>
  useCommand({
    command: ({ id, how }: Decision) => command(approvalPaths[how], { params: { id }, body: {} }),
    changes: [desk.approvals.all, desk.orders, trades.all],
    untilShown: true,
  });
