import { z } from 'zod';
import { inquiryLengthMax, inquiryStatuses, inquiryTitles } from '../inquiries.ts';
import { inquiryPaths } from '../paths/inquiries.ts';
import { idParams, requiredText, searchText } from './client-values.ts';
import { endpoint, messageResponse, pageOf, pageQuery, storedLanguage } from './endpoint.ts';
import { count, timestamp, waitingCount } from './order-views.ts';

const comment = z.object({ _id: z.string(), comment: z.string(), createdAt: timestamp });

/** An inquiry as its author sees it. `comment` is the latest of `comments`, which are oldest first. */
export const inquiryView = z.object({
  _id: z.string(),
  title: z.enum(inquiryTitles),
  userId: z.object({ _id: z.string(), username: z.string(), nickname: z.string() }),
  description: z.string(),
  comment: z.string().nullable(),
  comments: z.array(comment),
  status: z.enum(inquiryStatuses),
  createdAt: timestamp,
});
export type InquiryView = z.output<typeof inquiryView>;

/** The same for admins, who also see when it was closed, and the authors of comments; null: a deleted account. */
const adminInquiryView = inquiryView.extend({
  closedAt: timestamp.nullable(),
  comments: z.array(comment.extend({ nickname: z.string().nullable() })),
});
export type AdminInquiryView = z.output<typeof adminInquiryView>;

const description = requiredText('INQUIRY_NOT_SUBMITTED', inquiryLengthMax, 'INQUIRY_NOT_SUBMITTED');
const commentText = requiredText('COMMENT_REQUIRED', inquiryLengthMax);

/** `search` is part of a nickname, a name, the question or an answer, case-insensitive; blank matches all. */
const inboxQuery = pageQuery.extend({ title: z.enum(inquiryTitles).optional(), search: searchText });

const inquiryParams = idParams('INQUIRY_NOT_FOUND');

export const inquiryEndpoints = {
  submitInquiry: endpoint(inquiryPaths.submitInquiry, {
    summary:
      'Submits an inquiry to the admins. Repeated with the same `clientId`, it returns the first inquiry.',
    body: z.object({
      title: z.enum(inquiryTitles, 'INQUIRY_NOT_SUBMITTED'),
      description,
      /** Chosen by the client, one for each inquiry, so that a retry creates no second one. */
      clientId: z.uuid().optional(),
      storedLanguage,
    }),
    response: z.object({ message: z.string(), inquiry: inquiryView }),
    success: 201,
    errors: ['INQUIRY_NOT_SUBMITTED', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  ownInquiries: endpoint(inquiryPaths.ownInquiries, {
    summary: "The caller's own inquiries, newest first.",
    query: pageQuery,
    response: pageOf(inquiryView),
  }),
  activeInquiries: endpoint(inquiryPaths.activeInquiries, {
    summary:
      'Inquiries that are pending, then those that are active, each the oldest first. `counts` are of either status, with the same title and search.',
    query: inboxQuery.extend({ status: z.enum(['pending', 'active']).optional() }),
    response: pageOf(adminInquiryView).extend({ counts: z.object({ pending: count, active: count }) }),
  }),
  closedInquiries: endpoint(inquiryPaths.closedInquiries, {
    summary: 'Closed inquiries, the last closed first.',
    query: inboxQuery,
    response: pageOf(adminInquiryView),
  }),
  waitingInquiries: endpoint(inquiryPaths.waitingInquiries, {
    polled: true,
    summary: 'The number of inquiries without an answer, and since when the oldest waits.',
    response: waitingCount,
  }),
  commentOnInquiry: endpoint(inquiryPaths.commentOnInquiry, {
    summary:
      'Answers an inquiry. The first comment makes a pending one active; the newest one sent again adds nothing.',
    params: inquiryParams,
    body: z.object({ comment: commentText, storedLanguage }),
    response: z.object({ message: z.string(), inquiry: adminInquiryView }),
    success: 201,
    errors: ['COMMENT_REQUIRED', 'INQUIRY_NOT_FOUND', 'INQUIRY_CLOSED', 'INQUIRY_FULL'],
  }),
  closeInquiry: endpoint(inquiryPaths.closeInquiry, {
    summary: 'Closes an inquiry. Closing a closed one changes nothing.',
    params: inquiryParams,
    response: z.object({ message: z.string(), inquiry: adminInquiryView }),
    errors: ['INQUIRY_NOT_FOUND'],
  }),
  deleteInquiry: endpoint(inquiryPaths.deleteInquiry, {
    summary: "Deletes the caller's own inquiry before it is answered.",
    params: inquiryParams,
    response: messageResponse,
    errors: ['INQUIRY_NOT_FOUND', 'INQUIRY_NOT_PENDING'],
  }),
} as const;
