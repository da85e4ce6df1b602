import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { firstOutput } from '../../../test/first-output.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { findRunningServer, isPostmaster } from './postmaster-file.ts';
import { commandLine } from './process-identity.ts';

const fixture = path.join(import.meta.dirname, 'commit-until-killed.fixture.ts');
const killedAfter = 200;

const processes: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

const root = await mkdtemp(path.join(tmpdir(), 'crash-'));
const dataDir = path.join(root, 'data');

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const child of processes.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('ends with the process that started it on kill -9, and keeps every committed row', async () => {
  const { child, acknowledged } = await commitUntil(killedAfter);
  const server = await runningServer();
  child.kill('SIGKILL');
  await vi.waitUntil(() => !isPostmaster(server.pid, dataDir), { timeout: 60_000, interval: 5 });
  await expectCommitted(await acknowledged);
});

test('loses no committed row when everything is killed with -9, the server first', async () => {
  const { child, acknowledged } = await commitUntil(killedAfter);
  const server = await runningServer();
  process.kill(server.pid, 'SIGKILL');
  child.kill('SIGKILL');
  // If started before the kernel has ended both, it would find them running.
  await once(child, 'exit');
  await vi.waitUntil(() => !isPostmaster(server.pid, dataDir), { timeout: 60_000, interval: 5 });
  await expectCommitted(await acknowledged);
});

test('waits for the old server to end at a start right after kill -9 of the process', async () => {
  const { child, acknowledged } = await commitUntil(killedAfter);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expectCommitted(await acknowledged);
});

test('waits at the start for a connection that outlives its killed server', async () => {
  const lines: string[] = [];
  const server = await start();
  const busy = new pg.Client({ ...server.connection });
  const busyEnded = new Promise((resolve) => busy.on('error', resolve));
  await busy.connect();
  // The session finishes its statement, which waits for a file, before it notices that the server is gone.
  const work = busy.query(
    `DO $$ BEGIN WHILE (pg_stat_file('released', true)).size IS NULL
       AND clock_timestamp() < now() + interval '1 min' LOOP END LOOP; END $$`,
  );
  await vi.waitUntil(() => isBusy(server), { timeout: 60_000 });
  process.kill((await runningServer()).pid, 'SIGKILL');
  await server.ended;

  await start((line) => {
    lines.push(line);
    writeFileSync(path.join(dataDir, 'released'), '');
  });
  expect(lines).toContain('Waiting for the connections of a killed PostgreSQL to end');
  await work;
  await busyEnded;
});

test.each(['a zombie', 'another program'])('starts despite a lock file that names %s', async (what) => {
  await (await start()).stop();
  // The shell becomes `sleep`, which never reaps the child it inherits, so the child is a zombie.
  const child = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  const sleeping = Number(await firstOutput(child));
  await vi.waitUntil(() => commandLine(child.pid ?? 0)?.startsWith('sleep'), {
    timeout: 60_000,
    interval: 5,
  });
  process.kill(sleeping, 'SIGKILL');
  const pid = what === 'a zombie' ? sleeping : (child.pid ?? 0);
  if (what === 'a zombie') await vi.waitUntil(() => isZombie(pid), { timeout: 60_000, interval: 5 });
  expect(process.kill(pid, 0)).toBe(true);
  const stale = [pid, dataDir, 1, 5432, '/tmp/gone', '', '  1234567        42', 'ready   ', ''].join('\n');
  await writeFile(path.join(dataDir, 'postmaster.pid'), stale);

  await start();
  expect((await runningServer()).pid).not.toBe(pid);
});

test('starts despite a truncated lock file', async () => {
  await writeFile(path.join(dataDir, 'postmaster.pid'), '');
  await start();
  expect(await runningServer()).toMatchObject({ status: 'ready' });
});

/** Runs the fixture until it has printed that many commits; further output is read until it is killed. */
async function commitUntil(count: number): Promise<{ child: ChildProcess; acknowledged: Promise<number> }> {
  const child = spawn(process.execPath, [fixture, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  processes.push(child);
  let last = 0;
  const reader = createInterface({ input: child.stdout });
  const acknowledged = once(reader, 'close').then(() => last);
  reader.on('line', (line) => {
    last = Number(line);
  });
  await firstOutput(child);
  await vi.waitUntil(() => last >= count, { timeout: 60_000, interval: 5 });
  return { child, acknowledged };
}

/** Restarts the server; all acknowledged rows must exist. */
async function expectCommitted(acknowledged: number): Promise<void> {
  const server = await start();
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  const { rows } = await client.query('SELECT count(*)::int AS count, max(number) AS last FROM committed');
  await client.query('DROP TABLE committed');
  await client.end();
  expect(rows[0].count).toBe(rows[0].last);
  // More may exist: what the killed program had still to print is lost.
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged);
}

async function start(log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  servers.push(server);
  return server;
}

async function runningServer(): Promise<{ pid: number; status: string }> {
  const server = await findRunningServer(dataDir);
  if (server === undefined) throw new Error('no server runs');
  return server;
}

async function isBusy(server: EmbeddedPostgres): Promise<boolean> {
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO %' AND state = 'active'",
  );
  await client.end();
  return rowCount === 1;
}

async function isZombie(pid: number): Promise<boolean> {
  return /\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
}
