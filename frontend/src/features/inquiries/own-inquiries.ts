import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 50;
/** Answers are written by people, so there is no need to poll often. */
const pollEveryMs = 10_000;

const ownInquiriesQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.inquiries,
  queryFn: ({ pageParam, signal }) =>
    call(inquiryPaths.ownInquiries, {
      signal,
      query: { limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: pollEveryMs,
});

/** A member's own inquiries, newest first. */
export const useOwnInquiries = () => useInfiniteQuery(ownInquiriesQuery);
