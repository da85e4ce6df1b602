import { EventEmitter } from 'node:events';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import pg from 'pg';
import { createTestDatabase, type DatabaseTemplate, type TestDatabase } from '../../../test/database.ts';
import { createBuild, createProjectionsSchema } from '../builds.ts';
import { type Checkpoint, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { openProjectionPool } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { type CommitListeners, Projector } from '../runner/projector.ts';
import type { ReadModelName } from '../tables.ts';
import { projectLog } from './project-log.ts';

export interface ReadModelDatabase {
  readonly connection: pg.ClientConfig;
  /** Configured like the projections' pool. */
  readonly pool: pg.Pool;
  /** Opens a projector of the live build at its position. */
  open(model: ReadModel): Promise<Projector>;
  /** The live build's checkpoint. */
  checkpoint(name: ReadModelName): Promise<Checkpoint | undefined>;
  rows<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** The tables of every read model, before the first event. */
async function createEmptyReadModels(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  await createProjectionsSchema(client);
  for (const model of allReadModels) await createBuild(client, model, liveSchema(model.name));
  await client.end();
}

export const emptyReadModels: DatabaseTemplate = { name: 'read_models', fill: createEmptyReadModels };

/** Every read model at the end of these events, projected once per run. */
export const projectedReadModels = (name: string, events: readonly RecordedEvent[]): DatabaseTemplate => ({
  name: `read_models_${name}`,
  async fill(connection) {
    await createEmptyReadModels(connection);
    const database = openReadModelDatabase({ connection, drop: async () => undefined });
    const handled = await projectLog(database, events);
    await database.drop();
    if (handled.some((one) => one !== 'applied')) throw new Error(`the history ${name} is not applied`);
  },
});

export async function createReadModelDatabase({ tables = true, template = emptyReadModels } = {}) {
  return openReadModelDatabase(await createTestDatabase(tables ? template : undefined));
}

function openReadModelDatabase({ connection, drop }: TestDatabase): ReadModelDatabase {
  const pool = openProjectionPool({
    connection: { ...connection },
    connectionsMax: 6,
    statementTimeoutMs: 10_000,
  });
  const reader = new pg.Pool({ ...connection, max: 2 });
  reader.on('error', () => {});
  return {
    connection: { ...connection },
    pool,
    open: async (model) => {
      const listeners: CommitListeners = { commits: new EventEmitter(), wakeOthersAs: 'test' };
      const projector = new Projector({ model, pool, logger: silentLogger, listeners });
      await projector.open();
      return projector;
    },
    checkpoint: (name) => readCheckpoint(reader, liveSchema(name)),
    rows: async (text, values = []) => (await reader.query(text, values)).rows,
    drop: async () => {
      await Promise.all([pool.end(), reader.end()]);
      await drop();
    },
  };
}
