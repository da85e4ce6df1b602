import { migrateAppSchema } from '@matgyo/backend/platform/schema/migrate';
import { migrateTradeProcess } from '@matgyo/backend/trading/trades/trade-process-migrations';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { liveSchema, readCheckpoint } from '@matgyo/projections/checkpoint';
import { allReadModels } from '@matgyo/projections/read-models/all-read-models';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import pg from 'pg';
import { vi } from 'vitest';
import type { DatabaseTemplate } from './database.ts';

/**
 * All tables of the application before any use. The read models share their checkpoints already: joining them takes
 * most of a first start.
 */
export const untouchedApplication: DatabaseTemplate = {
  name: 'application',
  async fill(connection) {
    await migrateAppSchema(connection);
    const log = await createPostgresEventLog({ connection, alone: true });
    const pool = new pg.Pool({ ...connection });
    await migrateTradeProcess(pool);
    const stopping = new AbortController();
    const { finished } = startProjections({ log, pool, signal: stopping.signal, alone: true });
    const areShared = async () => {
      const all = allReadModels.map(({ name }) => readCheckpoint(pool, liveSchema(name)));
      return (await Promise.all(all)).every((checkpoint) => checkpoint?.shared);
    };
    await vi.waitUntil(areShared, { timeout: 60_000 });
    stopping.abort();
    await finished;
    await log.close();
    await pool.end();
  },
};
