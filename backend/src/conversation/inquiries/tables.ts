import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/endpoints/inquiries';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Moment } from '../../platform/database/tables.ts';

/** `app.inquiries`: what members asked. Their words may be personal, so they go with the member. */
export interface InquiriesTable {
  /** 24 hex characters. */
  id: string;
  member_id: MemberId;
  title: InquiryTitle;
  description: string;
  status: Generated<InquiryStatus>;
  /** Names the attempt of the client that made it. */
  client_id: string | null;
  /** To the millisecond, which is what cursors carry. */
  created_at: Moment;
  closed_at: Date | null;
  closed_by: MemberId | null;
  /** The request that closed it. */
  closing_request_id: string | null;
}

/** `app.inquiry_comments`: what admins answered; with its author, time and request also the record of their act. */
export interface InquiryCommentsTable {
  id: string;
  inquiry_id: string;
  /** From 1, without gaps, in the order of the comments. */
  ordinal: number;
  author_id: MemberId;
  comment: string;
  created_at: Moment;
  request_id: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.inquiries': InquiriesTable;
    'app.inquiry_comments': InquiryCommentsTable;
  }
}
