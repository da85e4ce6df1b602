import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createBuild, dropBuild } from '../builds.ts';
import type { ReadModel } from '../read-model.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';

const prefix = 'scratch_fold_';

/**
 * Provides a separate build to fold into, dropped afterwards. Builds of killed processes are dropped by the next call:
 * a build in use is locked by its session.
 */
export async function withScratchBuild<T>(
  pool: pg.Pool,
  model: ReadModel,
  work: (fold: Projector) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const schema = `${prefix}${model.name}_${randomBytes(6).toString('hex')}`;
  let broken = true;
  try {
    await dropAbandoned(client);
    await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [schema]);
    await createBuild(client, model, schema);
    const fold = new Projector({ model, pool, schema, logger: silentLogger });
    await fold.open();
    const result = await work(fold);
    broken = false;
    return result;
  } finally {
    await dropBuild(client, schema).catch(() => {
      broken = true;
    });
    if (!broken) await client.query(`select pg_advisory_unlock(${lockOf('$1')})`, [schema]);
    // Ending the session frees the lock when nothing else did.
    client.release(broken);
  }
}

async function dropAbandoned(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname ^@ $1 and pg_try_advisory_lock(${lockOf('nspname')})`,
    [prefix],
  );
  for (const { schema } of rows) {
    await dropBuild(client, schema);
    await client.query(`select pg_advisory_unlock(${lockOf('$1')})`, [schema]);
  }
}

const lockOf = (schema: string): string => `hashtextextended('scratch: ' || ${schema}, 0)`;
