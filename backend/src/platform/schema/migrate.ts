import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isMigratedTo } from '../database/migration.ts';
import { migrations } from './migrations.ts';

const migrationMsMax = 60_000;

/**
 * Migrates the schema `app`. Needs no right to create tables if there is nothing to migrate. Concurrent processes
 * wait for each other. Uses its own connection, because a migration may take longer than a query is allowed to. A
 * restore first migrates to the backup's version (`chosen`), fills the tables, and then runs the rest.
 *
 * @throws CannotRun when the tables are of a newer version; the first failed migration's error; earlier ones stay.
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
  });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...chosen }) };
  const migrator = new Migrator({
    db,
    provider,
    migrationTableSchema: 'app',
    // Capabilities use ranges of numbers, so a newer migration may sort before an older one.
    allowUnorderedMigrations: true,
  });
  try {
    if (await isMigratedTo(pool, 'app', Object.keys(chosen))) return;
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await db.destroy();
    // Kysely ends a pool only if it has used it: where nothing is to migrate, the connection would stay open.
    if (!pool.ending) await pool.end();
  }
}
