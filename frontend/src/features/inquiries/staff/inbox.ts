import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { currentLanguage } from '../../../i18n/index.ts';

const rowsAtOnce = 100;
const lookAgainMs = 5000;

/** Inquiries nobody has closed, whoever waits longest first. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.staff.inbox,
  queryFn: ({ pageParam, signal }) =>
    call(inquiryPaths.activeInquiries, {
      signal,
      query: { limit: rowsAtOnce, ...(pageParam !== undefined && { cursor: pageParam }) },
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval: lookAgainMs,
});

/** Answers or closes one; whatever came of it, the inbox shows how things stand. */
export function useInboxActs() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.inbox });
  return {
    answer: useMutation({
      mutationFn: ({ id, comment }: { readonly id: string; readonly comment: string }) =>
        call(inquiryPaths.commentOnInquiry, {
          params: { id },
          body: { comment, storedLanguage: currentLanguage() },
        }),
      onSettled,
    }),
    close: useMutation({
      mutationFn: (id: string) =>
        call(inquiryPaths.closeInquiry, { params: { id }, body: { storedLanguage: currentLanguage() } }),
      onSettled,
    }),
  };
}

export const subjectFilters = ['all', 'edit', 'sell', 'buy', 'other'] as const;
export const statusFilters = ['all', 'pending', 'active'] as const;

interface Filters {
  /** The title asked for; undefined: any. */
  readonly title: AdminInquiryView['title'] | undefined;
  readonly status: (typeof statusFilters)[number];
  /** Part of a nickname, a username or of what was written. */
  readonly search: string;
}

export function passes(inquiry: AdminInquiryView, { title, status, search }: Filters): boolean {
  const wanted = search.toLowerCase();
  const said = [inquiry.userId.nickname, inquiry.userId.username, inquiry.description, inquiry.comment ?? ''];
  return (
    (title === undefined || inquiry.title === title) &&
    (status === 'all' || inquiry.status === status) &&
    (wanted === '' || said.some((text) => text.toLowerCase().includes(wanted)))
  );
}
