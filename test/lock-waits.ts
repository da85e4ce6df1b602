import type pg from 'pg';

/** How many sessions of the pool's database wait for a lock. */
export const lockWaits = async (pool: pg.Pool): Promise<number | null> =>
  (
    await pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
  ).rowCount;
