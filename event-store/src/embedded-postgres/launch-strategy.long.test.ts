import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { firstOutput } from '../../../test/first-output.ts';
import { findBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { chooseLaunchStrategy, giveFolder } from './launch-strategy.ts';
import { findRunningServer, isPostmaster } from './postmaster-file.ts';

const run = promisify(execFile);
const nobody = 65_534;
const isRoot = process.geteuid?.() === 0;

/** Only root can run a program as another user. */
const othersMayEnter = isRoot && (await mayEnter(nobody, import.meta.dirname));

const binaries = await findBinaries();
const root = await mkdtemp(path.join(tmpdir(), 'ways-'));

afterAll(() => rm(root, { recursive: true, force: true }));

test('as root, uses a folder that only root may enter; its files stay root’s', async ({ skip }) => {
  skip(!isRoot, 'only root has several ways and can give folders away');
  const closed = path.join(root, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const dataDir = path.join(closed, 'data');
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await server.stop();
  expect((await stat(path.join(dataDir, 'PG_VERSION'))).uid).toBe(0);
});

test('runs the server as root as the user who owns the folder', async ({ skip }) => {
  skip(!othersMayEnter, 'runs as root in a checkout that other users may enter');
  const open = await openFolder('given');
  const dataDir = path.join(open, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, nobody, nobody);
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await first.stop();
  expect(await chooseLaunchStrategy(dataDir, binaries)).toMatchObject({ description: `user ${nobody}` });
  expect((await stat(path.join(dataDir, 'PG_VERSION'))).uid).toBe(nobody);

  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  await second.stop();
});

test('as root without namespaces, changes the owner of its folder with all contents to the user nobody', async ({
  skip,
}) => {
  skip(!othersMayEnter, 'runs as root in a checkout that other users may enter');
  const dataDir = path.join(await openFolder('converted'), 'data');
  const before = await startEmbeddedPostgres({ dataDir, durable: false });
  await query(before, 'CREATE TABLE kept AS SELECT 1 AS number');
  await before.stop();

  const programs = path.join(root, 'programs-without-unshare');
  await mkdir(programs);
  for (const name of ['sh', 'setpriv']) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), path.join(programs, name));
  }
  vi.stubEnv('PATH', programs);
  const after = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(after, 'SELECT number FROM kept')).toEqual([{ number: 1 }]);
  await after.stop();
  vi.unstubAllEnvs();

  expect((await stat(path.join(dataDir, 'base'))).uid).toBe(nobody);
  expect(await chooseLaunchStrategy(dataDir, binaries)).toMatchObject({ description: `user ${nobody}` });
});

test('runs the server as an ordinary user, and ends it with a killed process', async ({ skip }) => {
  skip(!othersMayEnter, 'runs as root in a checkout that other users may enter');
  const folder = await openFolder('ordinary');
  await chown(folder, nobody, nobody);
  const dataDir = path.join(folder, 'data');
  const program = path.join(import.meta.dirname, 'commit-until-killed.fixture.ts');
  const asNobody = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
  const child = spawn('setpriv', [...asNobody, process.execPath, program, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TMPDIR: folder },
  });
  await firstOutput(child);
  const server = await findRunningServer(dataDir);
  expect((await stat(`/proc/${server?.pid}`)).uid).toBe(nobody);
  child.kill('SIGKILL');
  await vi.waitUntil(() => !isPostmaster(server?.pid ?? 0, dataDir), { timeout: 60_000, interval: 5 });
});

test('names a usable folder in the error when no strategy can enter the folder', async ({ skip }) => {
  skip(!othersMayEnter, 'runs as root in a checkout that other users may enter');
  const closed = path.join(root, 'closed-to-its-owner');
  await mkdir(closed, { mode: 0o700 });
  const dataDir = path.join(closed, 'data');
  await mkdir(dataDir);
  await chown(dataDir, nobody, nobody);
  await expect(chooseLaunchStrategy(dataDir, binaries)).rejects.toThrow(
    /may not enter .*closed-to-its-owner.* Put the data folder and the program where every user may enter/,
  );
});

test('changes the owner of a folder with its contents, and back', async ({ skip }) => {
  skip(!isRoot, 'only root has several ways and can give folders away');
  const folder = path.join(root, 'gift');
  await mkdir(path.join(folder, 'deep/deeper'), { recursive: true });
  for (const uid of [nobody, 0]) {
    await giveFolder(folder, { uid, gid: uid });
    expect((await stat(path.join(folder, 'deep/deeper'))).uid).toBe(uid);
    expect((await stat(folder)).uid).toBe(uid);
  }
});

test('ends the server with its process on Linux by a user namespace or setpriv', async () => {
  const strategy = await chooseLaunchStrategy(path.join(root, 'data'), binaries);
  expect(strategy.endsWithParent).toBe(process.platform === 'linux');
});

/** A folder that other users may enter: those of a test run are private. */
async function openFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder);
  for (const each of [tmpdir(), root, folder]) await chmod(each, 0o755);
  return folder;
}

async function mayEnter(uid: number, folder: string): Promise<boolean> {
  return run('setpriv', [`--reuid=${uid}`, '--clear-groups', '--', 'test', '-x', folder]).then(
    () => true,
    () => false,
  );
}

async function query(server: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
