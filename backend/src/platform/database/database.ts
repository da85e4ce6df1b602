import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Tables } from './tables.ts';

/** Typed queries over a pool that the caller closes. */
export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
