import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { AnswerOf } from '../../api/route.ts';

/** Only an admin changes them, after a word with the member. */
const staysFreshMs = 30_000;

export type PaymentMethods = AnswerOf<typeof ownAccountPaths.paymentMethods>;

const paymentMethodsQuery = queryOptions({
  queryKey: queryKeys.own.paymentMethods,
  queryFn: ({ signal }) => call(ownAccountPaths.paymentMethods, { signal }),
  staleTime: staysFreshMs,
});

/** One's own bank account and wallet. */
export const usePaymentMethods = () => useQuery(paymentMethodsQuery);

const pageSize = 50;

const invitationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.invitations,
  queryFn: ({ pageParam, signal }) =>
    call(ownAccountPaths.invitations, {
      signal,
      query: { limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: staysFreshMs,
});

/** One's own invite code, and who signed up with it. */
export const useInvitations = () => useInfiniteQuery(invitationsQuery);
