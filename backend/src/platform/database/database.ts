import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { preparingPool } from './preparing-pool.ts';
import type { Database, Tables } from './tables.ts';

/** Typed queries over a pool that the caller closes. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });

/** Reads several times as of one point in time, whatever is written meanwhile. */
export const inSnapshot = <T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Waits for the lock of this name and keeps it until the transaction ends. */
export const lockUntilEnd = (trx: Database, name: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

/** The LIKE pattern for texts that contain `text`, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
