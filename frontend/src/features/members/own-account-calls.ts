import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerTo } from '../../api/answer-to.ts';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';

const staysFreshMs = 30_000;

export type PaymentMethods = AnswerOf<typeof ownAccountPaths.paymentMethods>;

export const usePaymentMethods = () =>
  useQuery({
    ...answerTo(queryKeys.own.paymentMethods, ownAccountPaths.paymentMethods),
    // A notification of a change leads here: it must not show what was before.
    refetchOnMount: 'always',
  });

/** After a change that waits was confirmed or rejected: what waits, and what is in use. */
export const payoutKeys = [queryKeys.own.paymentMethods, ['own', 'account']] as const;

const pageSize = 50;

/** One's own invite code, and who signed up with it. */
export const useInvitations = () =>
  useInfiniteQuery({
    queryKey: queryKeys.own.invitations,
    ...pages(ownAccountPaths.invitations, { limit: pageSize }),
    staleTime: staysFreshMs,
  });
