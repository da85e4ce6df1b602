import pg from 'pg';
import { createTestDatabase, type DatabaseTemplate } from '../../../test/database.ts';
import { createBuild, createProjectionsSchema } from '../builds.ts';
import { type Checkpoint, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { openProjectionPool } from '../projection-pool.ts';
import type { ReadModel } from '../read-model.ts';
import { allReadModels } from '../read-models/all-read-models.ts';
import { Commits } from '../runner/commits.ts';
import { silentLogger } from '../runner/projection-logger.ts';
import { Projector } from '../runner/projector.ts';
import type { ReadModelName } from '../tables.ts';

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

const emptyReadModels: DatabaseTemplate = { name: 'read_models', fill: createEmptyReadModels };

export async function createReadModelDatabase({ tables = true } = {}): Promise<ReadModelDatabase> {
  const { connection, drop } = await createTestDatabase(tables ? emptyReadModels : undefined);
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
      const listeners = { commits: new Commits(), wakeOthersAs: 'test' };
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
