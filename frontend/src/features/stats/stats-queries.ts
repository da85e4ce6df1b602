import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { statsPaths } from '@matgyo/contracts/paths/stats';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { pollUnlessPushed } from '../../api/polling.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Days to load: those of the longest chart. */
const daysLoaded = 90;
const pollEveryMs = 15_000;

const keys = queryKeys.own.staff;

/** Figures of the whole market, for admins. */
export const adminStatsQuery = queryOptions({
  queryKey: keys.stats('all'),
  queryFn: ({ signal }) => call(statsPaths.adminStats, { signal, query: { days: daysLoaded } }),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});

/** The same for a manager: of the market, or of the members they invited. */
export const managerStatsQuery = (invited: boolean) =>
  queryOptions({
    queryKey: keys.stats(invited ? 'invited' : 'all'),
    queryFn: ({ signal }) =>
      call(statsPaths.managerStats, { signal, query: { days: daysLoaded, invited: invited ? 'true' : '' } }),
    refetchInterval: pollUnlessPushed(pollEveryMs),
    placeholderData: (previous) => previous,
  });

/** Counted up to one page. */
const countMax = 100;

/** Unanswered inquiries, oldest first. */
export const waitingInquiriesQuery = queryOptions({
  queryKey: [...keys.inbox, 'waiting'],
  queryFn: ({ signal }) => call(inquiryPaths.activeInquiries, { signal, query: { limit: countMax } }),
  // Inquiries are not pushed.
  refetchInterval: pollEveryMs,
});

/** Accounts that wait for activation, newest first. */
export const awaitingMembersQuery = queryOptions({
  queryKey: [...keys.members.all, 'awaiting'],
  queryFn: ({ signal }) =>
    call(memberPaths.listMembers, { signal, query: { limit: countMax, status: 'awaiting' } }),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});
