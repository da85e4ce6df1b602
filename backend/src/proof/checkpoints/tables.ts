import { type ColumnType, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../../platform/database/migration.ts';
import type { Timestamp } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** Signed states of the log. Append-only. */
    'app.signed_checkpoints': {
      /** Counts from 1 without gaps. */
      sequence: ColumnType<string, number, never>;
      /** The last event it covers. */
      event_id: string;
      made_at: Timestamp;
      /** `CheckpointStatement` as canonical JSON: the text that is signed. */
      statement: string;
      signature: string;
      /** Position of that event in this log; not signed, and null if the checkpoint came from a backup. */
      position: string | null;
    };

    /** The lists of heads that checkpoints reference by hash. */
    'app.checkpoint_heads': { sha256: string; heads: string };

    /** Public keys, current and retired, for publication; the trusted ones are stored outside. */
    'app.checkpoint_keys': { key_id: string; public_key: string; first_used_at: Timestamp };

    /** The checkpoint that a report up to an event was given, so that it stays the same. */
    'app.report_checkpoints': { event_id: string; sequence: ColumnType<string, number, never> };

    /**
     * An index of streams in the lists of heads, so that one stream can be checked against its checkpoints quickly. The
     * evidence are the lists themselves, which `npm run verify` reads.
     */
    'app.signed_heads': {
      stream: string;
      revision: number;
      hash: string;
      sequence: ColumnType<string, number, never>;
    };
  }
}

export const checkpointMigrations: Readonly<Record<string, Migration>> = {
  '0322_signed_checkpoints': migration(
    sql`
        create table app.signed_checkpoints (
          sequence bigint primary key check (sequence > 0),
          event_id uuid not null,
          made_at timestamptz(3) not null,
          statement text not null,
          signature text not null,
          position text collate "C"
        )`,
    sql`create table app.checkpoint_heads (sha256 text collate "C" primary key, heads text not null)`,
    sql`
        create table app.checkpoint_keys (
          key_id text collate "C" primary key,
          public_key text not null,
          first_used_at timestamptz not null default now()
        )`,
    sql`
        create table app.report_checkpoints (
          event_id uuid primary key,
          sequence bigint not null references app.signed_checkpoints on delete cascade
        )`,
    ...['signed_checkpoints', 'checkpoint_heads', 'checkpoint_keys'].map(
      (table) => sql`
          create trigger ${sql.id(`${table}_is_appended_to`)} before update or delete or truncate
          on ${sql.id('app', table)} for each statement execute function app.refuse_change()`,
    ),
  ),

  '0323_signed_heads': migration(
    sql`
        create table app.signed_heads (
          stream text collate "C" not null,
          revision integer not null,
          hash text collate "C" not null,
          sequence bigint not null,
          primary key (stream, revision)
        )`,
  ),
};
