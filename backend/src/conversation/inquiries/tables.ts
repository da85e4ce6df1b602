import type { MemberId } from '@matgyo/contracts/ids';
import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/inquiries';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Members' questions. May contain personal data, so they are deleted with the member. */
    'app.inquiries': {
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
      closing_request_id: string | null;
    };

    /** Admins' answers; author, time and request are the record of the action. */
    'app.inquiry_comments': {
      id: string;
      inquiry_id: string;
      /** From 1, without gaps. */
      ordinal: number;
      author_id: MemberId;
      comment: string;
      created_at: Timestamp;
      request_id: string;
    };
  }
}

export const inquiryMigrations: Readonly<Record<string, Migration>> = {
  '0150_inquiries': migration(
    sql`
        create table app.inquiries (
          id text collate "C" primary key check (id ~ '^[0-9a-f]{24}$'),
          member_id text collate "C" not null references app.members on delete cascade,
          title text not null,
          description text not null,
          status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
          client_id uuid,
          created_at timestamptz(3) not null default now(),
          closed_at timestamptz,
          closed_by text collate "C",
          closing_request_id text,
          constraint one_inquiry_for_a_client_id unique (member_id, client_id),
          check ((status = 'inactive') = (closed_at is not null))
        )`,
    sql`create index inquiries_of_a_member on app.inquiries (member_id, created_at desc, id desc)`,
    sql`
        create index inquiries_to_answer on app.inquiries (created_at, id)
        where status in ('pending', 'active')`,
    sql`
        create table app.inquiry_comments (
          id text collate "C" primary key check (id ~ '^[0-9a-f]{24}$'),
          inquiry_id text collate "C" not null references app.inquiries on delete cascade,
          ordinal integer not null check (ordinal > 0),
          author_id text collate "C" not null,
          comment text not null,
          created_at timestamptz(3) not null default now(),
          request_id text not null,
          unique (inquiry_id, ordinal)
        )`,
  ),
  '0151_closed_inquiries': migration(
    sql`create index closed_inquiries on app.inquiries (closed_at, id) where status = 'inactive'`,
  ),
};
