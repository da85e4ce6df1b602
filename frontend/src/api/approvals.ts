import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useTexts } from '../i18n/index.ts';
import { serverNow } from '../session/server-clock.ts';
import { type BodyOf, call } from './call.ts';
import { command, type Outcome, useCommand } from './command.ts';
import { answerTo, pollUnlessPushed, queryKeys } from './queries.ts';

const { admin, staff, trades } = queryKeys.own;

/** All requests that wait for another admin, oldest first: pages look among them for the one about their subject. */
export const useWaitingApprovals = () =>
  useQuery({
    // Under the queues' key, because they show the waiting matches.
    queryKey: [...admin.orders, approvalPaths.approvals.path, 'waiting'],
    queryFn: waitingApprovals,
    refetchInterval: pollUnlessPushed(),
  });

async function waitingApprovals({ signal }: Pick<QueryFunctionContext, 'signal'>) {
  const items: ApprovalView[] = [];
  let cursor: string | undefined;
  do {
    const query = { show: 'waiting', limit: 100, cursor } as const;
    const page = await call(approvalPaths.approvals, { signal, query });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { items };
}

/** No event announces these: they become due by time alone. */
const lookAgainMs = 60_000;

/** Bank accounts and wallets that staff changed and that wait for consent, oldest first. */
export const useWaitingPayouts = () =>
  useQuery({ ...answerTo(staff.members.all, memberPaths.waitingPayouts), refetchInterval: lookAgainMs });

/** Since when each of both waits that this admin may decide now, oldest first. */
export function useDecisionsWaiting(): readonly string[] | undefined {
  const { data: approvals } = useWaitingApprovals();
  const { data: payouts } = useWaitingPayouts();
  if (approvals === undefined || payouts === undefined) return undefined;
  const isDue = (at: string) => Date.parse(at) <= serverNow();
  const toDecide = approvals.items.filter(({ mine, conflict }) => !mine && conflict === null);
  const changed = payouts.items.filter(
    ({ consent, approvableFrom }) => consent !== null && isDue(approvableFrom),
  );
  return [
    ...toDecide.map(({ askedAt }) => askedAt),
    ...changed.map(({ approvableFrom }) => approvableFrom),
  ].toSorted();
}

const useWaiting = () => useWaitingApprovals().data?.items;

export const useWaitingRole = (memberId: string): ApprovalView | undefined =>
  useWaiting()?.find((one) => one.kind === 'role' && one.role.member._id === memberId);

export const useWaitingReversal = (tradeId: string): ApprovalView | undefined =>
  useWaiting()?.find((one) => one.kind === 'reversal' && one.reversal.tradeId === tradeId);

export const useWaitingPrices = (): readonly Extract<ApprovalView, { kind: 'price' }>[] =>
  useWaiting()?.filter((one) => one.kind === 'price') ?? [];

export const useWaitingApproval = (tradeId: string | undefined): ApprovalView | undefined =>
  useWaiting()?.find((one) => one.kind === 'completion' && one.completion.tradeId === tradeId);

/** Requests another admin's approval for what exceeds the limit of one admin. */
export const useRequestApproval = (outcome?: Outcome) =>
  useCommand({
    ...outcome,
    command: (body: BodyOf<typeof approvalPaths.requestApproval>) =>
      command(approvalPaths.requestApproval, { body }),
    changes: [admin.orders, trades.all],
  });

export type Decision = 'approve' | 'refuse';

/** Decides on a request; approval also executes it. */
export function useDecideApproval(id: string) {
  const { t } = useTexts();
  return useCommand({
    command: ({ how, statements }: { readonly how: Decision; readonly statements: number | undefined }) =>
      command(approvalPaths[how], { params: { id }, body: how === 'approve' ? { statements } : {} }),
    failed: t('approval.failed'),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });
}
