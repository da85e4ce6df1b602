import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { WindowReason } from '@matgyo/contracts/payment-steps';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newUuid } from '../../../../api/call.ts';
import { queryKeys } from '../../../../api/query-keys.ts';

export type WindowMove =
  | { readonly pause: true }
  | { readonly resume: true }
  | { readonly extendMinutes: number };

type Body = WindowMove & { readonly reason: WindowReason };

/** Moves the time for a match's next step. The same change tried again carries the same key, so that it happens once. */
export function useMoveWindow(tradeId: string) {
  const queryClient = useQueryClient();
  const last = useRef<{ readonly name: string; readonly key: string }>(undefined);
  return useMutation({
    mutationFn: (body: Body) => {
      const name = JSON.stringify(body);
      if (last.current?.name !== name) last.current = { name, key: newUuid() };
      return call(tradePaths.moveWindow, { params: { id: tradeId }, idempotencyKey: last.current.key, body });
    },
    onSuccess: () => {
      last.current = undefined;
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.trades.payment(tradeId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.desk.orders });
    },
  });
}
