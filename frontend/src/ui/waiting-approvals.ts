import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { pollUnlessPushed } from '../api/polling.ts';
import { queryKeys } from '../api/query-keys.ts';

/** With the queues, whose matches wait for them. */
export const approvalKeys = {
  list: (show: 'waiting' | 'ended') => [...queryKeys.own.admin.orders, 'approvals', show],
};

/** More do not wait at a time. */
const mostWaiting = 100;

const waitingQuery = queryOptions({
  queryKey: approvalKeys.list('waiting'),
  queryFn: ({ signal }) =>
    call(approvalPaths.approvals, { signal, query: { show: 'waiting', limit: mostWaiting } }),
  refetchInterval: pollUnlessPushed(),
});

/** What waits for another admin, the oldest first. */
export const useWaitingApprovals = () => useQuery(waitingQuery);

/** The request to change a member's role that waits, if there is one. */
export function useWaitingRole(memberId: string): ApprovalView | undefined {
  const { data } = useWaitingApprovals();
  return data?.items.find((one) => one.kind === 'role' && one.role.member._id === memberId);
}

/** The request to reverse a completed trade that waits, if there is one. */
export function useWaitingReversal(tradeId: string): ApprovalView | undefined {
  const { data } = useWaitingApprovals();
  return data?.items.find((one) => one.kind === 'reversal' && one.reversal.tradeId === tradeId);
}

/** The requests to set a price that wait. */
export function useWaitingPrices(): readonly Extract<ApprovalView, { kind: 'price' }>[] {
  const { data } = useWaitingApprovals();
  return data?.items.filter((one) => one.kind === 'price') ?? [];
}

/** The request to complete a match that waits, if there is one. */
export function useWaitingApproval(tradeId: string | undefined): ApprovalView | undefined {
  const { data } = useWaitingApprovals();
  return data?.items.find((one) => one.kind === 'completion' && one.completion.tradeId === tradeId);
}
