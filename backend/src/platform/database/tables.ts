import type { ReadModelTables } from '@matgyo/projections/tables';
import type { ColumnType, Kysely } from 'kysely';

/**
 * Every table the backend reads. Read models are read-only here; the schema `app` is its own, and each capability declares
 * its tables beside its code (`declare module`), so that this file knows none of them.
 */
export interface Tables extends ReadModelTables {}

export type Database = Kysely<Tables>;

/** A time: a Date when read, the database's clock when not given. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
