import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { programRole } from '@matgyo/event-store/postgres/program-role';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { processAdmin, type ServerProcess, startServerProcess } from './server-process.fixture.ts';

describe('the program', () => {
  let dataDir: string;
  let server: ServerProcess;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'program-'));
    server = await startServerProcess(dataDir);
  });

  afterAll(async () => {
    await server?.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  test('prints one line when it is ready, and then serves', async () => {
    const { status, body } = await server.request('GET', '/health/ready');
    expect([status, body.status]).toEqual([200, 'ready']);
    expect(server.output).toEqual([`ready ${server.url}`]);
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('runs as a database role that cannot change the log', async () => {
    const { connection } = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
    const client = new pg.Client(connection);
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        `select distinct usename as name from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([{ name: programRole }]);
    } finally {
      await client.end();
    }
  });

  test('answers pending requests on Ctrl+C, which npm passes on as well, and exits with 0', async () => {
    const signingIn = Array.from({ length: 8 }, () =>
      server.request('POST', '/user/login', { body: processAdmin }),
    );
    // When the first is answered, the others are pending: only two hashes run at a time.
    await Promise.race(signingIn);
    const ended = server.end('SIGINT');
    // Signals that come at the same moment would be one. It has noticed the first when it answers this, or refuses it.
    await server.request('GET', '/health/live').catch(() => undefined);
    server.child.kill('SIGINT');
    for (const { status } of await Promise.all(signingIn)) expect(status).toBe(200);
    expect(await ended).toBe(0);
    expect(server.output).toHaveLength(1);
  });

  test('leaves no process running: another start on the same folder succeeds at once', async () => {
    server = await startServerProcess(dataDir);
    const { status } = await server.request('POST', '/user/login', { body: processAdmin });
    expect(status).toBe(200);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

test('logs an error that nothing has caught, answers pending requests, and exits with 1', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'program-'));
  const fault = `process.on('SIGUSR2', () => { Promise.reject(new TypeError('a bug')); })`;
  const server = await startServerProcess(dataDir, {
    NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(fault)}"`,
  });
  try {
    const signingIn = Array.from({ length: 6 }, () =>
      server.request('POST', '/user/login', { body: processAdmin }),
    );
    await Promise.race(signingIn);
    expect(await server.end('SIGUSR2')).toBe(1);
    for (const { status } of await Promise.all(signingIn)) expect(status).toBe(200);
    const logged = server.errors.join('').match(/^\{.*"level":60.*$/gm);
    expect(logged).toEqual([expect.stringContaining('"message":"a bug"')]);
    expect(server.errors.join('')).not.toContain('Node.js v');
  } finally {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Its exit code, and what it has written to standard output and standard error. */
async function failedStart(settings: Readonly<Record<string, string>>, fileBlocksMax = 'unlimited') {
  const command = ['-c', 'ulimit -f "$0"; exec "$@"', fileBlocksMax, process.execPath];
  const child = spawn('sh', [...command, path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 200_000,
  });
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [output, errors] = await written;
  return { code, output, errors: errors.trim() };
}

test('a database that cannot be reached ends the start, and the log line says what to check', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'program-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const DATABASE_URL = 'postgres://user:password@127.0.0.1:1/database';
  const { code, output, errors } = await failedStart({ DATA_DIR: dataDir, DATABASE_URL });
  expect([code, output]).toEqual([1, '']);
  expect(JSON.parse(errors)).toMatchObject({
    msg: 'the start failed',
    advice: expect.stringMatching(/^PostgreSQL could not be reached: .* is its URL right\?$/),
  });
});

test('a first start without room for the database prints why, and what to look at', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'program-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { code, errors } = await failedStart({ DATA_DIR: dataDir }, '64');
  expect(code).toBe(1);
  expect(errors).toMatch(/^PostgreSQL does not start: .*could not write.*Is the disk full\?$/ms);
});

test('a folder whose name would clear the terminal is printed with escapes', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'program-\u001b[2J'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(path.join(dataDir, 'postgres'));
  await writeFile(path.join(dataDir, 'postgres', 'letter.txt'), '');
  const { code, errors } = await failedStart({ DATA_DIR: dataDir });
  expect([code, errors.includes('\u001b')]).toEqual([1, false]);
  expect(errors).toMatch(/^[^{].*program-\\u001b\[2J/m);
});

test.each([
  ['PORT', 'eighty', /PORT .*expected a port/],
  ['DATA_DIR', '/proc/no/folder', /^DATA_DIR .*ENOENT.*'\/proc\/no'\.$/],
])('%s=%s stops the start with its name and what is wrong', async (name, value, problem) => {
  const { code, output, errors } = await failedStart({ [name]: value });
  expect([code, output]).toEqual([78, '']);
  expect(errors).toMatch(problem);
});
