import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * Issued codes, hashed. Only the newest of a subject is valid. Subjects and phones are keyed hashes, so that the
     * table reveals no number, and a row for an unknown nickname looks like any other.
     */
    'app.one_time_codes': {
      id: Generated<string>;
      /** Whom the code is for: a phone that signs up, or the nickname of an account. */
      subject: string;
      /** The recipient; null if it had reached its limit and nothing was sent. */
      phone: string | null;
      code_hash: string;
      tries: Generated<number>;
      /** From networks that the account does not know, of a code that was asked for on one that it knows. */
      tries_elsewhere: Generated<number>;
      created_at: Timestamp;
      expires_at: Date;
      used_at: Date | null;
    };

    /** Phones (keyed hashes) with a verified code that have not signed up yet. */
    'app.verified_phones': {
      phone: string;
      verified_at: Timestamp;
      /** Keyed hashes of the network and ticket that entered the code. */
      network: string;
      ticket: string;
    };
  }
}

export const oneTimeCodeMigrations: Readonly<Record<string, Migration>> = {
  '0120_one_time_codes': migration(
    sql`
        create table app.one_time_codes (
          id bigint generated always as identity primary key,
          subject text not null,
          phone text,
          code_hash text not null,
          tries integer not null default 0,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          used_at timestamptz
        )`,
    sql`create index one_time_codes_by_subject on app.one_time_codes (subject, id desc)`,
    sql`create index one_time_codes_by_phone on app.one_time_codes (phone, created_at)`,
    sql`create index one_time_codes_by_age on app.one_time_codes (created_at)`,
    sql`
        create table app.verified_phones (
          phone text primary key,
          verified_at timestamptz not null default now()
        )`,
  ),
  '0121_verified_by': migration(
    // The owners of earlier ones are unknown: they have to be verified again.
    sql`delete from app.verified_phones`,
    sql`alter table app.verified_phones add column network text not null, add column ticket text not null`,
  ),
  '0122_tries_elsewhere': migration(
    sql`alter table app.one_time_codes add column tries_elsewhere integer not null default 0`,
  ),
};
