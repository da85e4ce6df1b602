import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { findRunningServer, isPostmaster } from './postmaster-file.ts';

const started: EmbeddedPostgres[] = [];

const root = await mkdtemp(path.join(tmpdir(), 'embedded-'));
const dataDir = path.join(root, 'data');

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('creates a PostgreSQL 18 database in a missing folder, and a restart keeps its data', async () => {
  const first = await start();
  const [version] = await query(first, 'SHOW server_version');
  expect(version?.['server_version']).toMatch(/^18\./);
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS number');
  await first.stop();

  expect(await query(await start(), 'SELECT number FROM kept')).toEqual([{ number: 1 }]);
});

test('removes the folder of the socket when stopped, and stopping again does nothing', async () => {
  const server = await start();
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
  await server.stop();
  await server.stop();
  await server.ended;
  await expect(stat(server.connection.host)).rejects.toThrow('ENOENT');
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

test('listens on the socket only', async () => {
  expect(await query(await start(), 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('refuses a second start on the same folder with a message', async () => {
  await start();
  await expect(start()).rejects.toThrow(/The database in .* is in use: PostgreSQL runs as process \d+/);
});

test('lets exactly one of two concurrent starts use the folder', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('uses a running server when opened and does not end it', async () => {
  const server = await start();
  const tool = await openEmbeddedPostgres({ dataDir });
  expect(tool.connection).toEqual(server.connection);
  await tool.stop();
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('waits for the end of a stopping server at a start, and the stop does not affect the new server', async () => {
  const first = await start();
  const [, second] = await Promise.all([first.stop(), whileStopping()]);
  expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('starts a server if none is running, and ends it with the tool', async () => {
  const tool = await openEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(tool, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await tool.stop();
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

test('works in a folder whose path exceeds the length of a socket address', async () => {
  const deep = path.join(
    root,
    ...Array.from({ length: 8 }, (_, level) => `a-folder-with-a-long-name-${level}`),
    'data',
  );
  const server = await start(deep);
  expect(deep.length).toBeGreaterThan(200);
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('leaves a folder with other contents unchanged', async () => {
  const foreign = path.join(root, 'foreign');
  await mkdir(foreign);
  await writeFile(path.join(foreign, 'letter.txt'), 'mine');
  await expect(start(foreign)).rejects.toThrow('is not empty and holds no PostgreSQL cluster');
  expect(await readdir(foreign)).toEqual(['letter.txt']);
});

test('refuses a cluster of another major version', async () => {
  const old = path.join(root, 'old');
  await mkdir(old);
  await writeFile(path.join(old, 'PG_VERSION'), '17\n');
  await expect(start(old)).rejects.toThrow('holds a cluster of PostgreSQL 17, this program has 18');
});

test('ends a server left by a dead process before the next start', async () => {
  const orphan = await start();
  const before = await findRunningServer(dataDir);
  const dead = { startedBy: { pid: process.pid, startTicks: '1' }, socketDir: orphan.connection.host };
  await writeFile(path.join(dataDir, 'started-by.json'), JSON.stringify(dead));

  const next = await start();
  expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(isPostmaster(before?.pid ?? 0, dataDir)).toBe(false);
  await expect(stat(orphan.connection.host)).rejects.toThrow('ENOENT');
});

test('says where the reason is if a server ends after it has opened its log', async () => {
  const damaged = path.join(root, 'damaged');
  const server = await startEmbeddedPostgres({ dataDir: damaged, durable: false });
  await server.stop();
  for (const file of await readdir(path.join(damaged, 'pg_wal')))
    await rm(path.join(damaged, 'pg_wal', file), { recursive: true });
  await expect(startEmbeddedPostgres({ dataDir: damaged, durable: false })).rejects.toThrow(
    `More may be in ${damaged}/log. Is the disk full?`,
  );
});

test('reports a server that ends by itself', async () => {
  const server = await start();
  process.kill((await findRunningServer(dataDir))?.pid ?? 0, 'SIGINT');
  await server.ended;
});

test('never logs a value, whatever fails', async () => {
  const server = await start();
  await query(
    server,
    "CREATE TABLE member (nickname text UNIQUE); INSERT INTO member VALUES ('hong-gildong')",
  );
  await expect(query(server, "INSERT INTO member VALUES ('hong-gildong')")).rejects.toThrow('duplicate key');
  await expect(query(server, 'SELECT $1::uuid', ['hong-gildong'])).rejects.toThrow('hong-gildong');
  await expect(query(server, 'SELECT hong-gildong')).rejects.toThrow('does not exist');
  await server.stop();

  const files = await readdir(path.join(dataDir, 'log'));
  const log = (
    await Promise.all(files.map((file) => readFile(path.join(dataDir, 'log', file), 'utf8')))
  ).join('');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain('gildong');
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  started.push(server);
  return server;
}

/** Opens the folder as soon as its server reports that it is stopping, or is gone. */
async function whileStopping(): Promise<EmbeddedPostgres> {
  await vi.waitUntil(async () => (await findRunningServer(dataDir))?.status !== 'ready', {
    timeout: 60_000,
    interval: 1,
  });
  return start();
}

async function query(
  server: EmbeddedPostgres,
  statement: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
