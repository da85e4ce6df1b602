import { randomBytes } from 'node:crypto';
import { tryLock, underLock, unlock } from '@matgyo/event-store/postgres/session-lock';
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
  const schema = `${prefix}${model.name}_${randomBytes(6).toString('hex')}`;
  return underLock(pool, lockOf(schema), async (client) => {
    try {
      await dropAbandoned(client);
      await createBuild(client, model, schema);
      const fold = new Projector({ model, pool, schema, logger: silentLogger });
      await fold.open();
      return await work(fold);
    } finally {
      await dropBuild(client, schema).catch(() => {});
    }
  });
}

async function dropAbandoned(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    'select nspname as schema from pg_namespace where nspname ^@ $1',
    [prefix],
  );
  for (const { schema } of rows) {
    if (!(await tryLock(client, lockOf(schema)))) continue;
    await dropBuild(client, schema);
    await unlock(client, lockOf(schema));
  }
}

const lockOf = (schema: string): string => `scratch: ${schema}`;
