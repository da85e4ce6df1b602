import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresConnection, startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { lock } from '@matgyo/event-store/postgres/session-lock';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Options for `pg.Pool` and `pg.Client`. */
  readonly connection: PostgresConnection;
  /** Removes the database; ends connections that are still open after a second. */
  drop(): Promise<void>;
}

/** A connection as programs get it: `DATABASE_URL`. */
export const databaseUrl = ({ user, host, port, database }: PostgresConnection): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** The initial contents of a new database. Identified by name: created once per run. */
export interface DatabaseTemplate {
  readonly name: string;
  /** Must close its connections. */
  fill(connection: PostgresConnection): Promise<void>;
}

/**
 * A separate database on this run's server, in 10 to 300 ms: for `beforeAll` and `afterAll`. Empty, or with the
 * contents of its template.
 */
export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const server = inject('postgres');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const source = template === undefined ? 'template0' : await filledTemplate(server, template);
  await administer(server, createDatabase(database, source));
  return { connection: { ...server, database }, drop: () => drop(server, database) };
}

/** A separate server, in 200 ms, for tests that stop it, configure it or inspect all of its sessions. */
export async function createTestCluster(settings: Record<string, string> = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const dataDir = path.join(folder, 'postgres');
  await cp(inject('emptyCluster'), dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ dataDir, durable: false, settings });
  return {
    connection: server.connection,
    drop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copying files is faster than writing every page through the WAL when nothing is synchronised to disk. */
const createDatabase = (name: string, source: string): string =>
  `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY = FILE_COPY`;

/** Work that only one of the run's workers does at a time; the others wait, and find what it has made. */
export async function inOneWorker<Result>(
  what: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...inject('postgres') });
  await client.connect();
  try {
    await lock(client, what);
    return await work(client);
  } finally {
    await client.end();
  }
}

const filled = new Map<string, Promise<string>>();

function filledTemplate(server: PostgresConnection, template: DatabaseTemplate): Promise<string> {
  const name = `template_${template.name}`;
  const known =
    filled.get(name) ?? inOneWorker(name, (client) => fillTemplate(client, server, template, name));
  filled.set(name, known);
  known.catch(() => filled.delete(name));
  return known;
}

/** The first worker fills it; it is renamed to its final name once complete. */
async function fillTemplate(
  client: pg.Client,
  server: PostgresConnection,
  template: DatabaseTemplate,
  name: string,
): Promise<string> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return name;
  const unfinished = `${name}_unfinished`;
  await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await client.query(createDatabase(unfinished, 'template0'));
  await template.fill({ ...server, database: unfinished });
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  return name;
}

/**
 * A pool ends when its connections start to close, not when they are closed: forcing the drop at once could end one
 * with an unhandled error.
 */
async function drop(server: PostgresConnection, database: string): Promise<void> {
  const patient = { ...server, statement_timeout: 1_000 };
  try {
    await administer(patient, `DROP DATABASE ${database}`);
  } catch {
    await administer(server, `DROP DATABASE ${database} WITH (FORCE)`);
  }
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
