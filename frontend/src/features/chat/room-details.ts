import { auditPaths } from '@matgyo/contracts/paths/audit';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useQuery } from '@tanstack/react-query';
import { answerTo, fetchedOnce, liveAnswerTo, queryKeys } from '../../api/queries.ts';

/** The room that an address names, as arguments of `useConversation`: a trade's by its id, or by its two orders. */
export const roomOf = (
  orderId: string,
  counterpart: string | undefined,
  tradeId: string,
): [orderId: string, counterpart?: string] =>
  tradeId !== '' ? [tradeId] : counterpart === undefined ? [orderId] : [orderId, counterpart];

export const useTrade = (id: string | null | undefined) =>
  useQuery({
    ...liveAnswerTo(queryKeys.own.trades.one(id ?? ''), tradePaths.trade, { params: { id: id ?? '' } }),
    enabled: id != null,
  }).data;

/** An order's code, side and amount. */
export const useOrderName = (id: string | null | undefined) =>
  useQuery({
    ...answerTo([...queryKeys.own.all, 'order-name'], auditPaths.orderTrail, {
      params: { id: id ?? '' },
      query: { limit: 1 },
    }),
    select: ({ orderCode, side, amount }) => ({ orderCode, side, amount }),
    // An order's code and amount never change.
    staleTime: fetchedOnce,
    enabled: id != null,
  }).data;
