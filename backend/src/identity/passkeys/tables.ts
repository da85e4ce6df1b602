import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Each signs its member in. */
    'app.passkeys': {
      id: string;
      member_id: MemberId;
      /** The authenticator's name for it, base64url. */
      credential_id: string;
      /** COSE, base64url. */
      public_key: string;
      /** The authenticator's signature counter; a copied authenticator shows a lower one. */
      counter: string | number;
      name: string;
      created_at: Timestamp;
      last_used_at: Date | null;
    };
  }
}

export const passkeyMigrations: Readonly<Record<string, Migration>> = {
  '0142_passkeys': migration(
    sql`
        create table app.passkeys (
          id text collate "C" primary key,
          member_id text collate "C" not null references app.members on delete cascade,
          credential_id text not null unique,
          public_key text not null,
          counter bigint not null,
          name text not null,
          created_at timestamptz not null default now(),
          last_used_at timestamptz
        )`,
    sql`create index passkeys_by_member on app.passkeys (member_id, created_at)`,
    // Roles may require them, as they may require authenticator apps.
    sql`
        create trigger passkey_changed after insert or delete on app.passkeys for each row
        execute function app.notify_authenticator_changed()`,
    // Challenges are stored there too; one for signing in has no member yet.
    sql`
        alter table app.sign_in_tickets alter column member_id drop not null,
          alter column credential_hash drop not null`,
  ),
};
