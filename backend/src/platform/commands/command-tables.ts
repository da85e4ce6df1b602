import { type ColumnType, type Generated, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migration } from '../database/migration.ts';

declare module '../database/tables.ts' {
  interface Tables {
    /**
     * A command with an `Idempotency-Key`, committed before its first append (docs/ledger.md).
     *
     * - `new_id`: the id of the order or trade it creates, the same after a crash.
     * - `lease_until`: the run with `lease` works on it until then; repeats get IN_PROGRESS.
     * - `in_doubt_until`: until then an append of that run may still arrive. Only a log that refuses late appends
     * guarantees this.
     * - `in_doubt_before`: the same for earlier runs; null: none.
     * - `reply`: the final reply.
     */
    'app.commands': {
      readonly command_id: string;
      readonly body_hash: string;
      readonly new_id: string;
      readonly created_at: Generated<Date>;
      readonly lease: string;
      readonly lease_until: Date;
      readonly in_doubt_until: Date | null;
      readonly in_doubt_before: Date | null;
      readonly finished_at: Date | null;
      readonly reply: ColumnType<unknown, string | null, string | null>;
    };
  }
}

export const commandMigrations: Readonly<Record<string, Migration>> = {
  '0200_commands': migration(
    sql`
        create table app.commands (
          command_id uuid primary key,
          body_hash text not null,
          new_id text collate "C" not null,
          created_at timestamptz not null default now(),
          lease uuid not null,
          lease_until timestamptz not null,
          finished_at timestamptz,
          reply json,
          check ((finished_at is null) = (reply is null))
        )`,
    sql`create index commands_by_age on app.commands (coalesce(finished_at, created_at))`,
  ),
  '0201_commands_in_doubt': migration(
    sql`
        alter table app.commands
          add column in_doubt_until timestamptz, add column in_doubt_before timestamptz`,
    // Commands from before this column existed.
    sql`update app.commands set in_doubt_until = lease_until where finished_at is null`,
  ),
};
