import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const passkeyMigrations: Readonly<Record<string, Migration>> = {
  '0142_passkeys': {
    async up(db) {
      await sql`
        create table app.passkeys (
          id text collate "C" primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          credential_id text not null unique,
          public_key text not null,
          counter bigint not null,
          name text not null,
          created_at timestamptz not null default now(),
          last_used_at timestamptz
        )`.execute(db);
      await sql`create index passkeys_by_member on app.passkeys (member_id, created_at)`.execute(db);
      // Roles may require them, as they may require authenticator apps.
      await sql`
        create trigger passkey_changed after insert or delete on app.passkeys for each row
        execute function app.notify_authenticator_changed()`.execute(db);
      // Challenges are stored there too; one for signing in has no member yet.
      await sql`
        alter table app.sign_in_tickets alter column member_id drop not null,
          alter column credential_hash drop not null`.execute(db);
    },
  },
};
