import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';

const staysFreshMs = 30_000;

export type PaymentMethods = AnswerOf<typeof ownAccountPaths.paymentMethods>;

/** One's own bank account and wallet. */
export const usePaymentMethods = () =>
  useQuery({
    queryKey: queryKeys.own.paymentMethods,
    queryFn: ({ signal }) => call(ownAccountPaths.paymentMethods, { signal }),
    // A notification of a change leads here: it must not show what was before.
    refetchOnMount: 'always',
  });

/** What waits and what is in use is another thing afterwards, also after a refusal. */
function useReloadAccount() {
  const queryClient = useQueryClient();
  // Not awaited: the result is shown even after the button is gone.
  return () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.own.paymentMethods });
    void queryClient.invalidateQueries({ queryKey: ['own', 'account'] });
  };
}

/** Has the code sent that confirms a change which waits. */
export const useSendPayoutCode = () =>
  useMutation({
    mutationFn: (changeId: string) => call(ownAccountPaths.sendPayoutCode, { body: { changeId } }),
  });

export function useConfirmPayout() {
  const onSettled = useReloadAccount();
  return useMutation({
    mutationFn: (body: { readonly changeId: string; readonly code: string }) =>
      call(ownAccountPaths.confirmPayout, { body }),
    onSettled,
  });
}

export function useRejectPayout() {
  const onSettled = useReloadAccount();
  return useMutation({
    mutationFn: (changeId: string) => call(ownAccountPaths.rejectPayout, { body: { changeId } }),
    onSettled,
  });
}

const pageSize = 50;

/** One's own invite code, and who signed up with it. */
export const useInvitations = () =>
  useInfiniteQuery({
    queryKey: queryKeys.own.invitations,
    ...pages(ownAccountPaths.invitations, { limit: pageSize }),
    staleTime: staysFreshMs,
  });
