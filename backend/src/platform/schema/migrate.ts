import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { migrateSchema } from '../database/migration.ts';
import { migrations } from './migrations.ts';

/** An index of a long table takes long: of the audit log 10 s for each million entries. */
const migrationMsMax = 3_600_000;
/** For a table's lock. All calls that use the table wait as long. */
const lockMsMax = 60_000;

/**
 * Migrates the tables of schema `app` with a pool of its own, because a migration may take longer than other queries may.
 * `chosen` is for a restore, which migrates to the backup's version, fills the tables, and then migrates to the newest
 * version.
 *
 * @throws as `migrateSchema`
 */
export async function migrateAppSchema(
  connection: pg.PoolConfig,
  chosen: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: migrationMsMax,
    lock_timeout: lockMsMax,
  });
  pool.on('error', () => undefined);
  await migrateSchema(pool, 'app', chosen).finally(() => pool.end());
}
