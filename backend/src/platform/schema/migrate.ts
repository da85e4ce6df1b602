import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isMigratedTo } from '../database/migration.ts';
import { migrations } from './migrations.ts';

/** An index of a long table takes long: of the audit log 10 s for each million entries. */
const migrationMsMax = 3_600_000;
/** For a table's lock. All calls that use the table wait as long. */
const lockMsMax = 60_000;

/**
 * Migrates the tables of schema `app`. If several processes do it at once, they wait for each other. If there is
 * nothing to migrate, the role needs no right to create tables. It uses a pool of its own, because a migration may take
 * longer than other queries may. `chosen` is for a restore, which migrates to the backup's version, fills the tables,
 * and then migrates to the newest version.
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
    lock_timeout: lockMsMax,
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
