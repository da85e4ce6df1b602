import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations.ts';

const longestMigrationMs = 60_000;

/**
 * Brings the schema `app` up to date. A role without the right to create anything will do when there is nothing to create. Several processes may start at once: one works, the others wait. Uses a
 * connection of its own, because a migration may take longer than any call is allowed to. A restore brings it only as
 * far as the backup's tables were (`chosen`), fills them, and then carries out the rest on them.
 *
 * @throws the first failed migration's error; what came before it stays.
 */
export async function migrateAppSchema(
  connection: pg.PoolConfig,
  chosen: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: longestMigrationMs,
  });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const provider = { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...chosen }) };
  const migrator = new Migrator({
    db,
    provider,
    migrationTableSchema: 'app',
    // Capabilities number their migrations in ranges of their own, so a newer one may sort before an older.
    allowUnorderedMigrations: true,
  });
  try {
    if (await hasExactly(pool, Object.keys(chosen))) return;
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await db.destroy();
  }
}

async function hasExactly(pool: pg.Pool, names: readonly string[]): Promise<boolean> {
  const there = await pool.query<{ there: boolean }>(
    `select to_regclass('app.kysely_migration') is not null as there`,
  );
  if (there.rows[0]?.there !== true) return false;
  const { rows } = await pool.query<{ name: string }>('select name from app.kysely_migration');
  const done = new Set(rows.map(({ name }) => name));
  // One too many is of a newer version, and Kysely's to refuse.
  return done.size === names.length && names.every((name) => done.has(name));
}
