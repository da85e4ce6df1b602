import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { command, useCommand } from './command.ts';
import { queryKeys } from './query-keys.ts';
import type { BodyOf } from './route.ts';

const { admin, trades } = queryKeys.own;

/** Requests another admin's approval for what exceeds the limit of one admin. */
export const useRequestApproval = () =>
  useCommand({
    command: (body: BodyOf<typeof approvalPaths.requestApproval>) =>
      command(approvalPaths.requestApproval, { body }),
    changes: [admin.orders],
  });

export interface Decision {
  readonly id: string;
  readonly how: 'approve' | 'refuse';
}

/** Decides on a request; approval also executes it. */
export const useDecideApproval = () =>
  useCommand({
    command: ({ id, how }: Decision) => command(approvalPaths[how], { params: { id }, body: {} }),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });
