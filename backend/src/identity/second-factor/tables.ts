import type { MemberId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';
import { sessionChannel } from '../sessions/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.authenticators': {
      member_id: MemberId;
      sealed_secret: string;
      created_at: Timestamp;
      /** Null until it is confirmed with a code; not in use before. */
      confirmed_at: Date | null;
      /** The newest time step of an accepted code; codes up to it are refused. */
      last_step: string | number;
    };

    /** Each can be used once instead of the app. */
    'app.recovery_codes': { member_id: MemberId; code_hash: string; used_at: Date | null };

    /** Sign-ins between password and code, and challenges of passkeys. */
    'app.sign_in_tickets': {
      ticket_hash: string;
      /** Null for a challenge, whose use is part of its hash. */
      member_id: MemberId | null;
      /** A hash of the password's hash: a ticket is invalid once the password has changed. Null for a challenge. */
      credential_hash: string | null;
      password_is_weak: Generated<boolean>;
      tries: Generated<number>;
      expires_at: Date;
    };
  }
}

export const secondFactorMigrations: Readonly<Record<string, Migration>> = {
  '0140_second_factor': migration(
    sql`
        create table app.authenticators (
          member_id text collate "C" primary key references app.members on delete cascade,
          sealed_secret text not null,
          created_at timestamptz not null default now(),
          confirmed_at timestamptz,
          last_step bigint not null default 0
        )`,
    sql`
        create table app.recovery_codes (
          member_id text collate "C" not null references app.authenticators on delete cascade,
          code_hash text not null,
          used_at timestamptz,
          primary key (member_id, code_hash)
        )`,
    sql`
        create table app.sign_in_tickets (
          ticket_hash text primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          credential_hash text not null,
          tries integer not null default 0,
          expires_at timestamptz not null
        )`,
    sql`create index on app.sign_in_tickets (expires_at)`,
    // Roles may depend on it (REQUIRE_SECOND_FACTOR), and what processes remember of a session is forgotten with it.
    sql`
        create function app.notify_authenticator_changed() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', coalesce(new.member_id, old.member_id));
          return null;
        end $$`,
    sql`
        create trigger authenticator_changed after delete or update of confirmed_at on app.authenticators for each row
        execute function app.notify_authenticator_changed()`,
  ),
  '0141_ticket_passwords': migration(
    sql`alter table app.sign_in_tickets add column password_is_weak boolean not null default false`,
  ),
};
