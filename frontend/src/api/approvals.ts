import { approvalPaths } from '@matgyo/contracts/paths/approvals';
import { command, useCommand } from './command.ts';
import { queryKeys } from './query-keys.ts';
import type { BodyOf } from './route.ts';

const { admin, trades } = queryKeys.own;

/** Asks another admin for what the limit keeps one from doing alone. */
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

/** Decides on a request; what is approved is carried out with it. */
export const useDecideApproval = () =>
  useCommand({
    command: ({ id, how }: Decision) => command(approvalPaths[how], { params: { id }, body: {} }),
    changes: [admin.orders, trades.all],
    untilShown: true,
  });
