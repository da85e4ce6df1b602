import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { useTexts } from '../i18n/index.ts';
import { command, type OutcomeTexts, useCommand } from './command.ts';
import { queryKeys } from './query-keys.ts';
import type { BodyOf } from './route.ts';

const { admin, trades } = queryKeys.own;

/** Requests another admin's approval for what exceeds the limit of one admin. */
export const useRequestApproval = (texts?: OutcomeTexts) =>
  useCommand({
    ...texts,
    command: (body: BodyOf<typeof approvalPaths.requestApproval>) =>
      command(approvalPaths.requestApproval, { body }),
    changes: [admin.orders],
  });

export type Decision = 'approve' | 'refuse';

/** Decides on a request; approval also executes it. */
export function useDecideApproval(id: string) {
  const { t } = useTexts();
  return useCommand({
    command: (how: Decision) => command(approvalPaths[how], { params: { id }, body: {} }),
    failed: t('approval.failed'),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });
}
