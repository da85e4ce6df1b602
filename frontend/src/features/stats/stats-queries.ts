import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { statsPaths } from '@matgyo/contracts/paths/stats';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** How many of the latest days are asked for: as many as the longest chart shows. */
const daysAsked = 90;
const lookAgainMs = 15_000;

const keys = queryKeys.own.staff;

/** The whole market's figures, for admins. */
export const adminStatsQuery = queryOptions({
  queryKey: keys.stats('all'),
  queryFn: ({ signal }) => call(statsPaths.adminStats, { signal, query: { days: daysAsked } }),
  refetchInterval: pollUnlessPushed(lookAgainMs),
});

/** The same for a manager: of the market, or only of whom they invited. */
export const managerStatsQuery = (invited: boolean) =>
  queryOptions({
    queryKey: keys.stats(invited ? 'invited' : 'all'),
    queryFn: ({ signal }) =>
      call(statsPaths.managerStats, {
        signal,
        query: { days: daysAsked, ...(invited && { invited: 'true' }) },
      }),
    refetchInterval: pollUnlessPushed(lookAgainMs),
    placeholderData: (previous) => previous,
  });

/** Beyond a page people count no further. */
const mostCounted = 100;

/** Inquiries that wait for an answer, the oldest first. */
export const waitingInquiriesQuery = queryOptions({
  queryKey: [...keys.inbox, 'waiting'],
  queryFn: ({ signal }) => call(inquiryPaths.activeInquiries, { signal, query: { limit: mostCounted } }),
  // Nothing is pushed of inquiries.
  refetchInterval: lookAgainMs,
});

/** Accounts that wait to be switched on, the newest first. */
export const inactiveMembersQuery = queryOptions({
  queryKey: [...keys.members.all, 'inactive'],
  queryFn: ({ signal }) =>
    call(memberPaths.listMembers, { signal, query: { limit: mostCounted, status: 'inactive' } }),
  refetchInterval: pollUnlessPushed(lookAgainMs),
});
