import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import { migrateSchema, migration } from '../../platform/database/migration.ts';

/** Forward only, by name. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001_trades_in_progress': migration(
    // `since`: when the trade began to move; `next_attempt_at`: when the manager may take it.
    sql`
        create table process.trades_in_progress (
          trade_id text primary key,
          state text not null,
          since timestamptz not null default now(),
          next_attempt_at timestamptz not null,
          attempts integer not null default 0,
          cause text
        )`,
    sql`
        create index trades_in_progress_by_next_attempt
          on process.trades_in_progress (next_attempt_at)`,
    // `event_id` finds the position when the log has moved to another adapter or cluster.
    sql`
        create table process.checkpoints (
          process text primary key,
          position text not null,
          event_id text
        )`,
    sql`insert into process.checkpoints values ('trades', '', null)`,
  ),
};

/** Migrates the schema `process`. Does not close the pool. */
export const migrateTradeProcess = (pool: pg.Pool): Promise<void> =>
  migrateSchema(pool, 'process', migrations);
