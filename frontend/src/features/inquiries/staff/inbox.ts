import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { pages, pollUnlessPushed, queryKeys } from '../../../api/queries.ts';

const pageSize = 100;
const pollEveryMs = 5000;

/** Those with this title, if any, and with this part of a nickname, a name or a text. */
interface Wanted {
  readonly title: AdminInquiryView['title'] | undefined;
  readonly search: string;
}

/** Open inquiries, longest waiting first. */
export const inboxQuery = (wanted: Wanted & { readonly status: 'pending' | 'active' | undefined }) =>
  infiniteQueryOptions({
    ...pages(queryKeys.own.staff.inbox, inquiryPaths.activeInquiries, { limit: pageSize, ...wanted }),
    placeholderData: keepPreviousData,
    refetchInterval: pollUnlessPushed(pollEveryMs),
  });

/** Closed inquiries, the last closed first. */
export const closedQuery = (wanted: Wanted) =>
  infiniteQueryOptions({
    ...pages(queryKeys.own.staff.inbox, inquiryPaths.closedInquiries, { limit: pageSize, ...wanted }),
    placeholderData: keepPreviousData,
  });

/** For an answer and for the end of an inquiry. */
export const inboxEffects = { changes: [queryKeys.own.staff.inbox], untilShown: true } as const;

export const subjectFilters = ['all', 'edit', 'sell', 'buy', 'other'] as const;
/** The closed ones are a list of their own. */
export const statusFilters = ['open', 'pending', 'active', 'inactive'] as const;
