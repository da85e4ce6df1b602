import type { DeviceBrowser, DeviceSystem } from '@matgyo/contracts/devices';
import type { MemberId } from '@matgyo/contracts/ids';
import { type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /**
     * One row per signed-in device. A token without a valid row is refused. So is one whose member has other roles than
     * when the session was opened, or has been deactivated since.
     */
    'app.sessions': {
      id: string;
      member_id: MemberId;
      /** As when the session was opened, and as in its token. */
      status: 'active' | 'inactive';
      admin: boolean;
      manager: boolean;
      created_at: Timestamp;
      expires_at: Date;
      revoked_at: Date | null;
      /** The last step-up; at first the sign-in. */
      proven_at: Timestamp;
      /** A keyed hash of `proven_at` (`StepUpHash`); null in sessions of earlier versions. */
      proof_seal: string | null;
      /** The last use: to the minute for staff, to ten minutes for others. */
      seen_at: Timestamp;
      /** The password it was opened with is too weak for staff. */
      password_is_weak: Generated<boolean>;
      browser: DeviceBrowser;
      system: DeviceSystem;
    };

    /** Counters of attempts by keyed hashes. */
    'app.rate_limits': {
      key: string;
      points: number;
      /** Milliseconds since 1970. */
      expire: string | null;
    };

    /** Networks (keyed hashes) that a member signed in from recently. */
    'app.known_networks': { member_id: MemberId; network: string; seen_at: Timestamp };
  }
}

/** The channel on which Postgres notifies the ids of members whose session ended or who changed (see the migrations). */
export const sessionChannel = 'matgyo_sessions';

export const sessionMigrations: Readonly<Record<string, Migration>> = {
  '0110_sessions': migration(
    sql`
        create table app.sessions (
          id text primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          status text not null,
          admin boolean not null,
          manager boolean not null,
          created_at timestamptz not null default now(),
          expires_at timestamptz not null,
          revoked_at timestamptz
        )`,
    sql`create index sessions_by_member on app.sessions (member_id) where revoked_at is null`,
    sql`create index sessions_by_expiry on app.sessions (expires_at)`,
    // Counters need not survive a crash, and an unlogged table is written twice as fast.
    sql`
        create unlogged table app.rate_limits (
          key varchar(255) primary key,
          points integer not null default 0,
          expire bigint
        )`,
    sql`create index rate_limits_by_expiry on app.rate_limits (expire)`,
  ),
  '0111_known_networks': migration(
    sql`
        create table app.known_networks (
          member_id text collate "C" not null references app.members on delete cascade,
          network text not null,
          seen_at timestamptz not null default now(),
          primary key (member_id, network)
        )`,
    sql`create index known_networks_by_age on app.known_networks (seen_at)`,
  ),
  '0113_session_proofs': migration(
    // Earlier sessions have no recent step-up.
    sql`alter table app.sessions add column proven_at timestamptz not null default '-infinity'`,
    sql`alter table app.sessions alter column proven_at set default now()`,
  ),
  '0114_session_devices': migration(
    sql`
        alter table app.sessions add column seen_at timestamptz not null default now(),
          add column browser text not null default 'other', add column system text not null default 'other'`,
    // The use of a session does not invalidate what is cached about it.
    sql`drop trigger session_ended on app.sessions`,
    sql`
        create trigger session_ended
        after delete or update of revoked_at, expires_at, status, admin, manager on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`,
  ),
  '0115_session_passwords': migration(
    // Earlier sessions stay valid for their twelve hours.
    sql`alter table app.sessions add column password_is_weak boolean not null default false`,
    sql`drop trigger session_ended on app.sessions`,
    sql`
        create trigger session_ended
        after delete or update of revoked_at, expires_at, status, admin, manager, password_is_weak
        on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`,
  ),
  /** Every process caches who has a session. A commit that changes a member removes them from the caches. */
  '0112_session_notifications': migration(
    sql`
        create function app.notify_session_ended() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', old.member_id);
          return null;
        end $$`,
    sql`
        create trigger session_ended after update or delete on app.sessions for each row
        when (old.revoked_at is null and old.expires_at > now()) execute function app.notify_session_ended()`,
    sql`
        create function app.notify_member_changed() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${sql.raw(sessionChannel)}', new.id);
          return null;
        end $$`,
    sql`
        create trigger member_changed after update of nickname, phone_verified on app.members for each row
        execute function app.notify_member_changed()`,
  ),
  /** Wallets of members who place orders are cached like their sessions. */
  '0116_wallet_notifications': migration(
    sql`drop trigger member_changed on app.members`,
    sql`
        create trigger member_changed after update of nickname, phone_verified, tether_address on app.members
        for each row execute function app.notify_member_changed()`,
  ),
  /** Sessions of before need another step-up. */
  '0117_sealed_session_proofs': migration(sql`alter table app.sessions add column proof_seal text`),
};
