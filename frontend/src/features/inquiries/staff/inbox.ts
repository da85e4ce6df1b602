import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { pages, queryKeys } from '../../../api/queries.ts';

const pageSize = 100;
const pollEveryMs = 5000;

/** Open inquiries, longest waiting first. */
export const inboxQuery = infiniteQueryOptions({
  ...pages(queryKeys.own.staff.inbox, inquiryPaths.activeInquiries, { limit: pageSize }),
  refetchInterval: pollEveryMs,
});

/** Closed inquiries, the last closed first. */
export const closedQuery = infiniteQueryOptions(
  pages(queryKeys.own.staff.inbox, inquiryPaths.closedInquiries, { limit: pageSize }),
);

/** For an answer and for the end of an inquiry. */
export const inboxEffects = { changes: [queryKeys.own.staff.inbox], untilShown: true } as const;

export const subjectFilters = ['all', 'edit', 'sell', 'buy', 'other'] as const;
/** The closed ones are a list of their own. */
export const statusFilters = ['open', 'pending', 'active', 'inactive'] as const;

interface Filters {
  /** Undefined: any title. */
  readonly title: AdminInquiryView['title'] | undefined;
  readonly status: (typeof statusFilters)[number];
  /** Part of a nickname, a username or a text. */
  readonly search: string;
}

export function passes(inquiry: AdminInquiryView, { title, status, search }: Filters): boolean {
  const wanted = search.toLowerCase();
  const texts = [
    inquiry.userId.nickname,
    inquiry.userId.username,
    inquiry.description,
    inquiry.comment ?? '',
  ];
  return (
    (title === undefined || inquiry.title === title) &&
    (status === 'open' || inquiry.status === status) &&
    (wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted)))
  );
}
