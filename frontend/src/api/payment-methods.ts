import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from './call.ts';
import { answerTo, queryKeys } from './queries.ts';

export type PaymentMethods = AnswerOf<typeof ownAccountPaths.paymentMethods>;

export const usePaymentMethods = () =>
  useQuery({
    ...answerTo(queryKeys.own.paymentMethods, ownAccountPaths.paymentMethods),
    // A notification of a change leads here: it must not show what was before.
    refetchOnMount: 'always',
  });

/** After a change that waits was confirmed or rejected: what waits, and what is in use. */
export const payoutKeys = [queryKeys.own.paymentMethods, queryKeys.own.account] as const;
