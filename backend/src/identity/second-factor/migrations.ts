import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sessionChannel } from '../sessions/migrations.ts';

export const secondFactorMigrations: Readonly<Record<string, Migration>> = {
  '0140_second_factor': {
    async up(db) {
      await sql`
        create table app.authenticators (
          member_id text collate "C" primary key references app.members on delete cascade,
          sealed_secret text not null,
          created_at timestamptz not null default now(),
          confirmed_at timestamptz,
          last_step bigint not null default 0
        )`.execute(db);
      await sql`
        create table app.recovery_codes (
          member_id text collate "C" not null references app.authenticators on delete cascade,
          code_hash text not null,
          used_at timestamptz,
          primary key (member_id, code_hash)
        )`.execute(db);
      await sql`
        create table app.sign_in_tickets (
          ticket_hash text primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          credential_hash text not null,
          tries integer not null default 0,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index on app.sign_in_tickets (expires_at)`.execute(db);
      // Roles may depend on it (REQUIRE_SECOND_FACTOR), and what processes remember of a session is forgotten with it.
      await sql`
        create function app.notify_authenticator_changed() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', coalesce(new.member_id, old.member_id));
          return null;
        end $$`.execute(db);
      await sql`
        create trigger authenticator_changed after delete or update of confirmed_at on app.authenticators for each row
        execute function app.notify_authenticator_changed()`.execute(db);
    },
  },
  '0141_ticket_passwords': {
    async up(db) {
      await sql`alter table app.sign_in_tickets add column password_is_weak boolean not null default false`.execute(
        db,
      );
    },
  },
};
