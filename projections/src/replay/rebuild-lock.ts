import type pg from 'pg';
import type { ReadModelName } from '../tables.ts';

/** Somebody else is rebuilding this read model. */
export class RebuildUnderWay extends Error {
  override readonly name = 'RebuildUnderWay';
}

/** Runs `work` while nobody else rebuilds the same read model; throws `RebuildUnderWay` if somebody does. */
export async function underRebuildLock<T>(
  pool: pg.Pool,
  name: ReadModelName,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const lock = `hashtextextended('rebuild: ' || $1, 0)`;
    const { rows } = await client.query(`select pg_try_advisory_lock(${lock}) as locked`, [name]);
    if (!rows[0].locked) {
      broken = false;
      throw new RebuildUnderWay(`${name} is being rebuilt by another process`);
    }
    const result = await work();
    await client.query(`select pg_advisory_unlock(${lock})`, [name]);
    broken = false;
    return result;
  } finally {
    // Ending the session frees the lock when nothing else did.
    client.release(broken);
  }
}
