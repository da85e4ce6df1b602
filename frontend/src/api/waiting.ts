import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { staffPaths } from '@matgyo/contracts/paths/staff';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerTo, liveAnswerTo, pollUnlessPushed, queryKeys } from './queries.ts';

/* What waits for an admin. */

const { admin, staff } = queryKeys.own;
const pollEveryMs = 15_000;

/** The number of orders in each queue, in total and by range of won. */
export const useQueueCounts = () => useQuery(liveAnswerTo(admin.orders, staffPaths.queueCounts));

/** The number of inquiries without an answer. */
export const waitingInquiriesQuery = queryOptions({
  ...answerTo(staff.inbox, inquiryPaths.waitingInquiries),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});

/** The number of accounts that await activation. */
export const awaitingMembersQuery = queryOptions({
  ...answerTo(staff.members.all, memberPaths.awaitingMembers),
  refetchInterval: pollUnlessPushed(pollEveryMs),
});
