import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { preparingPool } from './preparing-pool.ts';
import type { Database, Tables } from './tables.ts';

/** Typed queries over a pool that the caller closes. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });

/** Reads several times as of one point in time, whatever is written meanwhile. */
export const inSnapshot = <T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** The LIKE pattern for texts that contain `text`, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
