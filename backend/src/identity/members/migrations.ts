import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const memberMigrations: Readonly<Record<string, Migration>> = {
  '0100_members': {
    async up(db) {
      await sql`
        create table app.members (
          id text collate "C" primary key check (id ~ '^[0-9a-f]{24}$'),
          nickname text not null,
          nickname_key text not null constraint nicknames_are_unique unique check (nickname_key = lower(nickname)),
          username text not null,
          full_name text not null,
          phone text constraint phones_are_unique unique check (phone ~ '^\\+[0-9]{8,15}$'),
          phone_verified boolean not null,
          dob text check (dob ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
          bank_name text not null,
          bank_account text not null check (bank_account ~ '^[0-9]*$'),
          telegram text not null,
          tether_address text not null,
          -- In milliseconds, so that a page can go on after exactly this moment.
          created_at timestamptz(3) not null default now()
        )`.execute(db);
      await sql`create index members_by_age on app.members (created_at desc, id desc)`.execute(db);
      await sql`
        create table app.credentials (
          member_id text collate "C" primary key references app.members on delete cascade,
          password_hash text not null,
          changed_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create table app.pending_registrations (
          member_id text collate "C" primary key references app.members on delete cascade,
          kind text not null check (kind in ('sign-up', 'first-admin')),
          command_id uuid not null unique,
          referral_code text,
          invite_code text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create table app.staff_actions (
          id bigint generated always as identity primary key,
          at timestamptz not null default now(),
          actor_id text collate "C" not null,
          action text not null,
          subject_id text collate "C" not null,
          request_id text not null,
          details jsonb not null default '{}'
        )`.execute(db);
      await sql`create index staff_actions_by_subject on app.staff_actions (subject_id, id)`.execute(db);
    },
  },
  '0102_phone_changes_by_staff': {
    async up(db) {
      await sql`
        create table app.phone_changes_by_staff (
          member_id text collate "C" primary key references app.members on delete cascade,
          changed_by text collate "C" not null,
          changed_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '0103_payout_changes': {
    async up(db) {
      await sql`
        create table app.payout_changes (
          id bigint generated always as identity primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          changed_by text collate "C" not null,
          changed_at timestamptz not null default now(),
          effective_at timestamptz not null,
          sealed_before text not null
        )`.execute(db);
      await sql`create index payout_changes_by_member on app.payout_changes (member_id, id)`.execute(db);
    },
  },
  '0104_settled_payout_changes': {
    async up(db) {
      await sql`
        alter table app.payout_changes
          add column settled_at timestamptz,
          add column outcome text check (outcome in ('confirmed', 'rejected', 'replaced'))`.execute(db);
      await sql`alter table app.phone_changes_by_staff add column sealed_before text`.execute(db);
    },
  },
  '0105_payout_consent': {
    async up(db) {
      await sql`alter table app.payout_changes
        alter column effective_at drop not null,
        drop constraint payout_changes_outcome_check,
        add constraint payout_changes_outcome_check
          check (outcome in ('confirmed', 'approved', 'rejected', 'replaced'))`.execute(db);
      await sql`create index payout_changes_without_consent on app.payout_changes (id)
        where settled_at is null and effective_at is null`.execute(db);
    },
  },
  '0190_nickname_search': {
    async up(db) {
      // A trigram index for searches by part of a nickname, where this Postgres has the extension and allows it. Without it,
      // a search reads every member.
      await sql`
        do $$ begin
          create extension if not exists pg_trgm;
          create index members_by_part_of_nickname on app.members using gin (nickname_key gin_trgm_ops);
        exception
          when feature_not_supported or undefined_file or insufficient_privilege or undefined_object then
            raise notice 'no search index on app.members: %', sqlerrm;
        end $$`.execute(db);
    },
  },
};
