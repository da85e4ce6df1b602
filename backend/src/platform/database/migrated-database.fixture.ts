import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { migrateAppSchema } from '../schema/migrate.ts';
import { createDatabase } from './database.ts';
import { createPool } from './pool.ts';
import type { Database } from './tables.ts';

export let database: TestDatabase;
export let pool: pg.Pool;
export let db: Database;

/** For the tests of a file: one database with the application's tables. */
export function setUpDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateAppSchema(database.connection);
    pool = createPool(database.connection, () => undefined);
    db = createDatabase(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
}
