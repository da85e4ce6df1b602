import type pg from 'pg';
import type { ReadModelName } from '../tables.ts';

/** Another process is rebuilding this read model. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';
}

const rebuildLock = (name: string): string => `hashtextextended('rebuild: ' || ${name}, 0)`;

/** SQL: whether a session rebuilds the read model of this name. Checks without taking the lock. */
export const isBeingRebuilt = (name: string): string => `exists (
  select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
  where locktype = 'advisory' and objsubid = 1
    and (classid::bigint << 32) | objid::bigint = ${rebuildLock(`${name}::text`)})`;

/** Runs `work` under the read model's rebuild lock; throws `RebuildUnderWay` if another process has it. */
export async function underRebuildLock<T>(
  pool: pg.Pool,
  name: ReadModelName,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const lock = rebuildLock('$1');
  let broken = true;
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${lock}) as locked`, [name]);
    if (!rows[0].locked) {
      broken = false;
      throw new RebuildUnderWay(`${name} is being rebuilt by another process`);
    }
    try {
      return await work();
    } finally {
      // Ending the session would free the lock too, but only a moment later.
      await client.query(`select pg_advisory_unlock(${lock})`, [name]).then(
        () => {
          broken = false;
        },
        () => {},
      );
    }
  } finally {
    client.release(broken);
  }
}
