import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { queryOptions } from '@tanstack/react-query';
import { answerTo } from './answer-to.ts';
import { pollUnlessPushed } from './polling.ts';
import { queryKeys } from './query-keys.ts';

const keys = queryKeys.own.staff;
const pollEveryMs = 15_000;

/** The number of inquiries without an answer. */
export const waitingInquiriesQuery = queryOptions({
  ...answerTo([...keys.inbox, 'waiting'], inquiryPaths.waitingInquiries),
  // Inquiries are not pushed.
  refetchInterval: pollEveryMs,
});

/** The number of accounts that await activation. */
export const awaitingMembersQuery = queryOptions({
  ...answerTo([...keys.members.all, 'awaiting'], memberPaths.awaitingMembers),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});
