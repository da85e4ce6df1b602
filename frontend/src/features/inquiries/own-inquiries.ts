import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 50;
/** An answer is written by a person; nobody waits for it by the second. */
const askEveryMs = 10_000;

const ownInquiriesQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.inquiries,
  queryFn: ({ pageParam, signal }) =>
    call(inquiryPaths.ownInquiries, {
      signal,
      query: { limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: askEveryMs,
});

/** A member's own inquiries, newest first. */
export const useOwnInquiries = () => useInfiniteQuery(ownInquiriesQuery);
