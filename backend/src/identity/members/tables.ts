import type { PayoutOutcome } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import { type ColumnType, type GeneratedAlways, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** One row per change of a member's bank account or wallet, with the values before it. */
    'app.payout_changes': {
      id: GeneratedAlways<string>;
      member_id: MemberId;
      changed_by: MemberId;
      changed_at: Timestamp;
      /** Until then the values before stay in use. Null: staff made it, so until the member or an admin consents. */
      effective_at: Date | null;
      /** Bank, account and wallet, encrypted. */
      sealed_before: string;
      /** When the change was confirmed, approved, rejected or replaced; both null: none of these yet. */
      settled_at: ColumnType<Date | null, undefined, Date>;
      outcome: ColumnType<PayoutOutcome | null, undefined, PayoutOutcome>;
    };

    /**
     * Who a member is. Personal data lives here and not in events, so that it can be erased. Status, roles and referral
     * code are not here: they are events, folded into `read_accounts.accounts`.
     */
    'app.members': {
      id: MemberId;
      nickname: string;
      /** Lower case: nicknames are unique regardless of case. */
      nickname_key: string;
      username: string;
      full_name: string;
      /** E.164, one account each; null for an account made at the first start. */
      phone: string | null;
      phone_verified: boolean;
      /** YYYY-MM-DD, as text: a calendar day has no time zone to be converted in. */
      dob: string | null;
      bank_name: string;
      /** Digits. */
      bank_account: string;
      telegram: string;
      tether_address: string;
      created_at: Timestamp;
    };

    'app.credentials': {
      member_id: MemberId;
      /** argon2id, with its parameters. */
      password_hash: string;
      changed_at: Timestamp;
    };

    /**
     * Rows of `members` whose events may not be in the ledger yet. Written with the member, removed once appended; what
     * a crash leaves is appended later under the same command id.
     */
    'app.pending_registrations': {
      member_id: MemberId;
      kind: 'sign-up' | 'first-admin';
      command_id: string;
      referral_code: string | null;
      invite_code: string;
      created_at: Timestamp;
    };

    /** Accounts whose phone staff changed, with the newest change. */
    'app.phone_changes_by_staff': {
      member_id: MemberId;
      changed_by: MemberId;
      changed_at: Timestamp;
      /**
       * The phone before, encrypted; of several changes within 72 hours, the phone before the first. Null: there was
       * none, or it was not stored.
       */
      sealed_before: string | null;
    };
  }
}

export const memberMigrations: Readonly<Record<string, Migration>> = {
  '0100_members': migration(
    sql`
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
        )`,
    sql`create index members_by_age on app.members (created_at desc, id desc)`,
    sql`
        create table app.credentials (
          member_id text collate "C" primary key references app.members on delete cascade,
          password_hash text not null,
          changed_at timestamptz not null default now()
        )`,
    sql`
        create table app.pending_registrations (
          member_id text collate "C" primary key references app.members on delete cascade,
          kind text not null check (kind in ('sign-up', 'first-admin')),
          command_id uuid not null unique,
          referral_code text,
          invite_code text not null,
          created_at timestamptz not null default now()
        )`,
    sql`
        create table app.staff_actions (
          id bigint generated always as identity primary key,
          at timestamptz not null default now(),
          actor_id text collate "C" not null,
          action text not null,
          subject_id text collate "C" not null,
          request_id text not null,
          details jsonb not null default '{}'
        )`,
    sql`create index staff_actions_by_subject on app.staff_actions (subject_id, id)`,
  ),
  '0102_phone_changes_by_staff': migration(
    sql`
        create table app.phone_changes_by_staff (
          member_id text collate "C" primary key references app.members on delete cascade,
          changed_by text collate "C" not null,
          changed_at timestamptz not null default now()
        )`,
  ),
  '0103_payout_changes': migration(
    sql`
        create table app.payout_changes (
          id bigint generated always as identity primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          changed_by text collate "C" not null,
          changed_at timestamptz not null default now(),
          effective_at timestamptz not null,
          sealed_before text not null
        )`,
    sql`create index payout_changes_by_member on app.payout_changes (member_id, id)`,
  ),
  '0104_settled_payout_changes': migration(
    sql`
        alter table app.payout_changes
          add column settled_at timestamptz,
          add column outcome text check (outcome in ('confirmed', 'rejected', 'replaced'))`,
    sql`alter table app.phone_changes_by_staff add column sealed_before text`,
  ),
  '0105_payout_consent': migration(
    sql`alter table app.payout_changes
        alter column effective_at drop not null,
        drop constraint payout_changes_outcome_check,
        add constraint payout_changes_outcome_check
          check (outcome in ('confirmed', 'approved', 'rejected', 'replaced'))`,
    sql`create index payout_changes_without_consent on app.payout_changes (id)
        where settled_at is null and effective_at is null`,
  ),
  '0190_nickname_search': migration(
    // A trigram index for searches by part of a nickname, where this Postgres has the extension and allows it. Without
    // it, a search reads every member.
    sql`
        do $$ begin
          create extension if not exists pg_trgm;
          create index members_by_part_of_nickname on app.members using gin (nickname_key gin_trgm_ops);
        exception
          when feature_not_supported or undefined_file or insufficient_privilege or undefined_object then
            raise notice 'no search index on app.members: %', sqlerrm;
        end $$`,
  ),
  '0191_name_and_phone_search': migration(
    // As by part of a nickname.
    sql`
        do $$ begin
          create index members_by_part_of_name on app.members using gin (lower(full_name) gin_trgm_ops);
          create index members_by_part_of_phone on app.members using gin (phone gin_trgm_ops);
        exception when undefined_object then
          raise notice 'no search index on app.members: %', sqlerrm;
        end $$`,
  ),
};
