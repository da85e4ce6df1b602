import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { answerTo } from '../../api/answer-to.ts';
import { call } from '../../api/call.ts';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf, BodyOf } from '../../api/route.ts';
import { useReload } from '../../api/use-reload.ts';

const staysFreshMs = 30_000;

export type PaymentMethods = AnswerOf<typeof ownAccountPaths.paymentMethods>;

export const usePaymentMethods = () =>
  useQuery({
    ...answerTo(queryKeys.own.paymentMethods, ownAccountPaths.paymentMethods),
    // A notification of a change leads here: it must not show what was before.
    refetchOnMount: 'always',
  });

/** What waits and what is in use is another thing afterwards. */
const useReloadAccount = () => useReload(queryKeys.own.paymentMethods, ['own', 'account']);

/** Has the code sent that confirms a change which waits. */
export const useSendPayoutCode = () =>
  useMutation({
    mutationFn: (changeId: string) => call(ownAccountPaths.sendPayoutCode, { body: { changeId } }),
  });

export const useConfirmPayout = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof ownAccountPaths.confirmPayout>) =>
      call(ownAccountPaths.confirmPayout, { body }),
    onSettled: useReloadAccount(),
  });

export const useRejectPayout = () =>
  useMutation({
    mutationFn: (changeId: string) => call(ownAccountPaths.rejectPayout, { body: { changeId } }),
    onSettled: useReloadAccount(),
  });

const pageSize = 50;

/** One's own invite code, and who signed up with it. */
export const useInvitations = () =>
  useInfiniteQuery({
    queryKey: queryKeys.own.invitations,
    ...pages(ownAccountPaths.invitations, { limit: pageSize }),
    staleTime: staysFreshMs,
  });
