import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const inquiryMigrations: Readonly<Record<string, Migration>> = {
  '0150_inquiries': {
    async up(db) {
      await sql`
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
        )`.execute(db);
      await sql`
        create index inquiries_of_a_member on app.inquiries (member_id, created_at desc, id desc)`.execute(
        db,
      );
      await sql`
        create index inquiries_to_answer on app.inquiries (created_at, id)
        where status in ('pending', 'active')`.execute(db);
      await sql`
        create table app.inquiry_comments (
          id text collate "C" primary key check (id ~ '^[0-9a-f]{24}$'),
          inquiry_id text collate "C" not null references app.inquiries on delete cascade,
          ordinal integer not null check (ordinal > 0),
          author_id text collate "C" not null,
          comment text not null,
          created_at timestamptz(3) not null default now(),
          request_id text not null,
          unique (inquiry_id, ordinal)
        )`.execute(db);
    },
  },
};
