import { newerTables } from '@matgyo/projections/program-fault';
import { hasTables } from '@matgyo/projections/stored-rows';
import { Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';

export const migration = (...statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});

/**
 * Migrates a schema forwards. If several processes do it at once, they wait for each other. If there is nothing to
 * migrate, the role needs no right to create tables.
 *
 * @throws CannotRun when the tables are of a newer version; the first failed migration's error; earlier ones stay.
 */
export async function migrateSchema(
  pool: pg.Pool,
  schema: 'app' | 'process',
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  if (await isMigratedTo(pool, schema, Object.keys(migrations))) return;
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: async (): Promise<Record<string, Migration>> => ({ ...migrations }) },
    migrationTableSchema: schema,
    // Capabilities use ranges of numbers, so a newer migration may sort before an older one.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Kysely reads every table of the database to find out. */
async function isMigratedTo(pool: pg.Pool, schema: string, names: readonly string[]): Promise<boolean> {
  if (!(await hasTables(pool, `${schema}.kysely_migration`))) return false;
  const { rows } = await pool.query<{ name: string }>(`select name from ${schema}.kysely_migration`);
  if (rows.some(({ name }) => !names.includes(name))) throw newerTables();
  return rows.length === names.length;
}
