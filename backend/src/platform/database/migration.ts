import { newerTables } from '@matgyo/projections/program-fault';
import { hasTables } from '@matgyo/projections/stored-rows';
import type { RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';

export const migration = (...statements: readonly RawBuilder<unknown>[]): Migration => ({
  async up(db) {
    for (const statement of statements) await statement.execute(db);
  },
});

/**
 * Whether these migrations of a schema were run. Kysely reads every table of the database to find out.
 *
 * @throws CannotRun when others were run
 */
export async function isMigratedTo(
  pool: pg.Pool,
  schema: 'app' | 'process',
  names: readonly string[],
): Promise<boolean> {
  if (!(await hasTables(pool, `${schema}.kysely_migration`))) return false;
  const { rows } = await pool.query<{ name: string }>(`select name from ${schema}.kysely_migration`);
  if (rows.some(({ name }) => !names.includes(name))) throw newerTables();
  return rows.length === names.length;
}
