import type { ReadModelTables } from '@matgyo/projections/tables';
import type { ColumnType, Kysely } from 'kysely';

/**
 * All tables the backend reads. Read models are read-only here; schema `app` is the backend's own. Capabilities
 * declare their tables (`declare module`), so this file imports none of them.
 */
export interface Tables extends ReadModelTables {}

export type Database = Kysely<Tables>;

/** A timestamp: a Date when read, the database's clock when omitted. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
