import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { preparingPool } from './preparing-pool.ts';
import type { Database, Tables } from './tables.ts';

/** Typed queries on a pool. The caller closes the pool. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });

/** Runs several reads that all see the database as of one point in time. */
export const inSnapshot = <T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Waits for the advisory lock of this name. It is released when the transaction ends. */
export const lockUntilEnd = (trx: Database, name: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

/** The pattern for SQL's LIKE that matches texts which contain `text`. Wildcards in `text` are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
