import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { WindowReason } from '@matgyo/contracts/payment-steps';
import { command, useCommand } from '../../../../api/command.ts';
import { queryKeys } from '../../../../api/query-keys.ts';

export type WindowMove =
  | { readonly pause: true }
  | { readonly resume: true }
  | { readonly extendMinutes: number };

type Body = WindowMove & { readonly reason: WindowReason };

/** Extends, pauses or resumes the time for a match's next step. */
export const useMoveWindow = (tradeId: string) =>
  useCommand({
    command: (body: Body) => command(tradePaths.moveWindow, { params: { id: tradeId }, body }),
    changes: [queryKeys.own.trades.payment(tradeId), queryKeys.own.admin.orders],
  });
