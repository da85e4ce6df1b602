import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresConnection, startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** What `pg.Pool` and `pg.Client` take. */
  readonly connection: PostgresConnection;
  /** Ends whatever is still connected and removes the database. */
  drop(): Promise<void>;
}

/** An empty database of the caller's own on the server of this run, in 10 to 300 ms: for `beforeAll` and `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const database = `test_${randomBytes(8).toString('hex')}`;
  // Copying files beats writing every page through the log when nothing is synchronised to disk.
  await administer(server, `CREATE DATABASE ${database} TEMPLATE template0 STRATEGY = FILE_COPY`);
  return {
    connection: { ...server, database },
    drop: () => administer(server, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

/**
 * A server of the caller's own, in about a second, for tests that see the whole cluster: an open transaction in
 * any database holds back the readers of every log in it.
 */
export async function createTestCluster(settings: Record<string, string> = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    settings,
  });
  return {
    connection: server.connection,
    drop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function administer(server: PostgresConnection, statement: string): Promise<void> {
  const client = new pg.Client({ ...server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
