import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { queryOptions } from '@tanstack/react-query';
import { answerTo } from './answer-to.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';
import type { AnswerOf } from './route.ts';

const keys = queryKeys.own.staff;
const pollEveryMs = 15_000;
/** Counted up to one page. */
const countMax = 100;

/** Open inquiries, oldest first. */
export const waitingInquiriesQuery = queryOptions({
  ...answerTo([...keys.inbox, 'waiting'], inquiryPaths.activeInquiries, { query: { limit: countMax } }),
  // Inquiries are not pushed.
  refetchInterval: pollEveryMs,
});

export const unansweredOf = (inquiries: AnswerOf<typeof inquiryPaths.activeInquiries> | undefined) =>
  inquiries?.items.filter(({ status }) => status === 'pending');

/** Accounts that wait for activation, newest first. */
export const awaitingMembersQuery = queryOptions({
  ...answerTo([...keys.members.all, 'awaiting'], memberPaths.listMembers, {
    query: { limit: countMax, status: 'awaiting' },
  }),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});
