import { migrateAppSchema } from '@matgyo/backend/platform/schema/migrate';
import { migrateTradeProcess } from '@matgyo/backend/trading/trades/trade-process-migrations';
import { migrateEventLog } from '@matgyo/event-store/postgres/migrate';
import { createEmptyReadModels } from '@matgyo/projections/testing/read-model-database';
import pg from 'pg';
import type { DatabaseTemplate } from './database.ts';

/** All tables of the application before any use. */
export const untouchedApplication: DatabaseTemplate = {
  name: 'application',
  async fill(connection) {
    await migrateAppSchema(connection);
    await migrateEventLog(connection);
    await createEmptyReadModels(connection);
    const pool = new pg.Pool({ ...connection });
    await migrateTradeProcess(pool);
    await pool.end();
  },
};
