import type { MemberId } from '@matgyo/contracts/ids';
import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/inquiries';
import type { Generated } from 'kysely';
import type { Timestamp } from '../../platform/database/tables.ts';

/** `app.inquiries`: members' questions. May contain personal data, so they are deleted with the member. */
export interface InquiriesTable {
  /** 24 hex characters. */
  id: string;
  member_id: MemberId;
  title: InquiryTitle;
  description: string;
  status: Generated<InquiryStatus>;
  /** The client's id of this inquiry, unique per member. */
  client_id: string | null;
  /** In milliseconds, like cursors. */
  created_at: Timestamp;
  closed_at: Date | null;
  closed_by: MemberId | null;
  /** The request that closed it. */
  closing_request_id: string | null;
}

/** `app.inquiry_comments`: admins' answers; author, time and request are the record of the action. */
export interface InquiryCommentsTable {
  id: string;
  inquiry_id: string;
  /** From 1, without gaps. */
  ordinal: number;
  author_id: MemberId;
  comment: string;
  created_at: Timestamp;
  request_id: string;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.inquiries': InquiriesTable;
    'app.inquiry_comments': InquiryCommentsTable;
  }
}
