import type { Database } from './tables.ts';

/** Reads several times as of one point in time, whatever is written meanwhile. */
export const inSnapshot = <T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
