import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { pages } from '../../../api/pages.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const pageSize = 100;
const pollEveryMs = 5000;

/** Open inquiries, longest waiting first. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: queryKeys.own.staff.inbox,
  ...pages(inquiryPaths.activeInquiries, { limit: pageSize }),
  refetchInterval: pollEveryMs,
});

/** Answers or closes an inquiry; then the inbox is loaded again, also after a failure. */
export function useInboxActions() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.inbox });
  return {
    answer: useMutation({
      mutationFn: ({ id, comment }: { readonly id: string; readonly comment: string }) =>
        call(inquiryPaths.commentOnInquiry, { params: { id }, body: { comment } }),
      onSettled,
    }),
    close: useMutation({
      mutationFn: (id: string) => call(inquiryPaths.closeInquiry, { params: { id }, body: {} }),
      onSettled,
    }),
  };
}

export const subjectFilters = ['all', 'edit', 'sell', 'buy', 'other'] as const;
export const statusFilters = ['all', 'pending', 'active'] as const;

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
    (status === 'all' || inquiry.status === status) &&
    (wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted)))
  );
}
