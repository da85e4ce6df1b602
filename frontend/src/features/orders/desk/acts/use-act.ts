import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { UnmarkedReason } from '@matgyo/contracts/payment-steps';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newUuid } from '../../../../api/call.ts';
import { isFailure } from '../../../../api/call-failure.ts';
import { queryKeys } from '../../../../api/query-keys.ts';
import { currentLanguage } from '../../../../i18n/index.ts';
import type { Match } from '../../matches.ts';
import type { Act } from './acts.ts';

interface Attempt {
  readonly act: Act;
  readonly order: AdminOrderView;
  /** The match to complete or cancel. */
  readonly match: Match | undefined;
  /** For a rejection, which its member reads. */
  readonly reason?: RejectionReason | undefined;
  /** For a completion although a step of the payment is not marked. */
  readonly unmarked?: UnmarkedReason | undefined;
  /** Of the order as the person saw it. */
  readonly revision: number;
}

interface Sent {
  readonly idempotencyKey: string;
}

const send = (
  { act, order, match, reason, unmarked, revision }: Attempt,
  { idempotencyKey }: Sent,
): Promise<unknown> => {
  const storedLanguage = currentLanguage();
  const named = { params: { id: order._id }, idempotencyKey, ifMatch: revision };
  switch (act) {
    case 'approve':
      return order.side === 'sell'
        ? call(orderPaths.sell.approve, { ...named, params: { id: order._id, language: storedLanguage } })
        : call(orderPaths.buy.approve, { ...named, body: { storedLanguage } });
    case 'reject': {
      const body = { storedLanguage, ...(reason !== undefined && { reason }) };
      return order.side === 'sell'
        ? call(orderPaths.sell.reject, {
            ...named,
            params: { id: order._id, language: storedLanguage },
            body,
          })
        : call(orderPaths.buy.reject, { ...named, body });
    }
    case 'cancel':
      return call(orderPaths[order.side].cancelByAdmin, {
        ...named,
        body: { nickname: order.userId.nickname, storedLanguage },
      });
    case 'complete':
    case 'cancelMatch':
      return call(tradePaths[act], {
        idempotencyKey,
        body: {
          ...(order.side === 'sell'
            ? { sellerOrderId: order._id, buyerOrderId: match?.counterpartOrderId }
            : { sellerOrderId: match?.counterpartOrderId, buyerOrderId: order._id }),
          tradeId: match?.tradeId,
          expected: { [order.side]: revision },
          ...(unmarked !== undefined && { reason: unmarked }),
          storedLanguage,
        } as never,
      });
  }
};

/** How often an answer "still being finished" is asked again before the person is told. */
const mostResumptions = 5;
const isUnfinished = (error: unknown) => isFailure(error, 'TRADE_NOT_FINISHED', 'IN_PROGRESS');

/** For acts that may be under way already: the same key asks again until they are done. */
export const resume = {
  retry: (failures: number, error: Error) => failures < mostResumptions && isUnfinished(error),
  retryDelay: (_failures: number, error: Error) =>
    ((isFailure(error) ? error.facts.retryAfterSeconds : undefined) ?? 1) * 1000,
} as const;

/**
 * Carries an act out on the order as it was seen. The same act on the same revision carries the same key however
 * often it is tried, so that it happens once.
 */
export function useAct() {
  const queryClient = useQueryClient();
  const last = useRef<{ readonly name: string; readonly key: string }>(undefined);
  return useMutation({
    mutationFn: (attempt: Attempt) => {
      const name = `${attempt.act} ${attempt.order._id} ${attempt.match?.tradeId} ${attempt.reason} ${attempt.unmarked} ${attempt.revision}`;
      if (last.current?.name !== name) last.current = { name, key: newUuid() };
      return send(attempt, { idempotencyKey: last.current.key });
    },
    ...resume,
    // Whatever came of it, the lists show how things stand now.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.own.desk.orders }),
  });
}
