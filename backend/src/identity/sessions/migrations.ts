import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The channel on which Postgres notifies the ids of members whose session ended or who changed (see the migrations). */
export const sessionChannel = 'matgyo_sessions';

export const sessionMigrations: Readonly<Record<string, Migration>> = {
  '0110_sessions': {
    async up(db) {
      await sql`
        create table app.sessions (
          id text primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          status text not null,
          admin boolean not null,
          manager boolean not null,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          revoked_at timestamptz
        )`.execute(db);
      await sql`create index sessions_by_member on app.sessions (member_id) where revoked_at is null`.execute(
        db,
      );
      await sql`create index sessions_by_expiry on app.sessions (expires_at)`.execute(db);
      // Counters need not survive a crash, and an unlogged table is written twice as fast.
      await sql`
        create unlogged table app.rate_limits (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`.execute(db);
      await sql`create index rate_limits_by_expiry on app.rate_limits (expire)`.execute(db);
    },
  },
  '0111_known_networks': {
    async up(db) {
      await sql`
        create table app.known_networks (
          member_id text collate "C" not null references app.members on delete cascade,
          network text not null,
          seen_at timestamptz not null default now(),
          primary key (member_id, network)
        )`.execute(db);
      await sql`create index known_networks_by_age on app.known_networks (seen_at)`.execute(db);
    },
  },
  '0113_session_proofs': {
    async up(db) {
      // Earlier sessions have no recent step-up.
      await sql`alter table app.sessions add column proven_at timestamptz not null default '-infinity'`.execute(
        db,
      );
      await sql`alter table app.sessions alter column proven_at set default now()`.execute(db);
    },
  },
  '0114_session_devices': {
    async up(db) {
      await sql`
        alter table app.sessions add column seen_at timestamptz not null default now(),
          add column browser text not null default 'other', add column system text not null default 'other'`.execute(
        db,
      );
      // The use of a session does not invalidate what is cached about it.
      await sql`drop trigger session_ended on app.sessions`.execute(db);
      await sql`
        create trigger session_ended
        after delete or update of revoked_at, expires_at, status, admin, manager on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`.execute(
        db,
      );
    },
  },
  '0115_session_passwords': {
    async up(db) {
      // Earlier sessions stay valid for their twelve hours.
      await sql`alter table app.sessions add column password_is_weak boolean not null default false`.execute(
        db,
      );
      await sql`drop trigger session_ended on app.sessions`.execute(db);
      await sql`
        create trigger session_ended
        after delete or update of revoked_at, expires_at, status, admin, manager, password_is_weak
        on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`.execute(
        db,
      );
    },
  },
  /** Every process caches who has a session. A commit that changes a member removes them from the caches. */
  '0112_session_notifications': {
    async up(db) {
      await sql`
        create function app.notify_session_ended() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', old.member_id);
          return null;
        end $$`.execute(db);
      await sql`
        create trigger session_ended after update or delete on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`.execute(
        db,
      );
      await sql`
        create function app.notify_member_changed() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', new.id);
          return null;
        end $$`.execute(db);
      await sql`
        create trigger member_changed after update of nickname, phone_verified on app.members for each row
        execute function app.notify_member_changed()`.execute(db);
    },
  },
  /** Wallets of members who place orders are cached like their sessions. */
  '0116_wallet_notifications': {
    async up(db) {
      await sql`drop trigger member_changed on app.members`.execute(db);
      await sql`
        create trigger member_changed after update of nickname, phone_verified, tether_address on app.members
        for each row execute function app.notify_member_changed()`.execute(db);
    },
  },
  /** Sessions of before need another step-up. */
  '0117_sealed_session_proofs': {
    async up(db) {
      await sql`alter table app.sessions add column proof_seal text`.execute(db);
    },
  },
};
