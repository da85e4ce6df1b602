import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const checkpointMigrations: Readonly<Record<string, Migration>> = {
  '0322_signed_checkpoints': {
    async up(db) {
      await sql`
        create table app.signed_checkpoints (
          sequence bigint primary key check (sequence > 0),
          event_id uuid not null,
          made_at timestamptz(3) not null,
          statement text not null,
          signature text not null,
          position text collate "C"
        )`.execute(db);
      await sql`
        create table app.checkpoint_heads (sha256 text collate "C" primary key, heads text not null)`.execute(
        db,
      );
      await sql`
        create table app.checkpoint_keys (
          key_id text collate "C" primary key,
          public_key text not null,
          first_used_at timestamptz not null default now()
        )`.execute(db);
      await sql`
        create table app.report_checkpoints (
          event_id uuid primary key,
          sequence bigint not null references app.signed_checkpoints on delete cascade
        )`.execute(db);
      for (const table of ['signed_checkpoints', 'checkpoint_heads', 'checkpoint_keys'])
        await sql`
          create trigger ${sql.id(`${table}_is_appended_to`)} before update or delete or truncate
          on ${sql.id('app', table)} for each statement execute function app.refuse_change()`.execute(db);
    },
  },

  '0323_signed_heads': {
    async up(db) {
      await sql`
        create table app.signed_heads (
          stream text collate "C" not null,
          revision integer not null,
          hash text collate "C" not null,
          sequence bigint not null,
          primary key (stream, revision)
        )`.execute(db);
    },
  },
};
