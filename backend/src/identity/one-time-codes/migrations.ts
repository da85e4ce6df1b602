import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const oneTimeCodeMigrations: Readonly<Record<string, Migration>> = {
  '0120_one_time_codes': {
    async up(db) {
      await sql`
        create table app.one_time_codes (
          id bigint generated always as identity primary key,
          subject text not null,
          phone text,
          code_hash text not null,
          tries integer not null default 0,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          used_at timestamptz
        )`.execute(db);
      await sql`create index one_time_codes_by_subject on app.one_time_codes (subject, id desc)`.execute(db);
      await sql`create index one_time_codes_by_phone on app.one_time_codes (phone, created_at)`.execute(db);
      await sql`create index one_time_codes_by_age on app.one_time_codes (created_at)`.execute(db);
      await sql`
        create table app.verified_phones (
          phone text primary key,
          verified_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '0121_verified_by': {
    async up(db) {
      // The owners of earlier ones are unknown: they have to be verified again.
      await sql`delete from app.verified_phones`.execute(db);
      await sql`
        alter table app.verified_phones add column network text not null, add column ticket text not null`.execute(
        db,
      );
    },
  },
};
