import type { ReadModelTables } from '@matgyo/projections/tables';
import type { ColumnType, Kysely } from 'kysely';

/**
 * All tables that the backend queries: the read models, which it must not write, and its own tables in schema `app`.
 * Each capability adds its tables to this type with `declare module`, so that this file imports no capability.
 */
export interface Tables extends ReadModelTables {}

export type Database = Kysely<Tables>;

/** A timestamp column. It is read as a Date. If it is omitted in an insert, it is the database's current time. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
