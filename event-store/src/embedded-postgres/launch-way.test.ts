import { execFile } from 'node:child_process';
import { access, chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { startEmbeddedPostgres } from './index.ts';
import { chooseLaunchWay, giveFolder } from './launch-way.ts';

const run = promisify(execFile);
const nobody = 65_534;
const isRoot = process.geteuid?.() === 0;

let root: string;
let binaries: PostgresBinaries;
/** In a checkout that other users may not enter nothing can be run as one of them. */
const othersMayEnter = isRoot && (await mayEnter(nobody, import.meta.dirname));

beforeAll(async () => {
  binaries = await findBinaries();
  root = await mkdtemp(path.join(tmpdir(), 'ways-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

test.runIf(isRoot)('root uses a folder that only root may enter, and the files stay its own', async () => {
  const closed = path.join(root, 'closed');
  await mkdir(closed, { mode: 0o700 });
  const dataDir = path.join(closed, 'data');
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await server.stop();
  expect((await stat(path.join(dataDir, 'PG_VERSION'))).uid).toBe(0);
});

test.runIf(othersMayEnter)(
  'root runs the server of a folder that is another user’s as that user',
  async () => {
    const open = await openFolder('given');
    const dataDir = path.join(open, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
    const first = await startEmbeddedPostgres({ dataDir, durable: false });
    await first.stop();
    expect(await chooseLaunchWay(dataDir, binaries)).toMatchObject({ description: `user ${nobody}` });
    expect((await stat(path.join(dataDir, 'PG_VERSION'))).uid).toBe(nobody);

    const second = await startEmbeddedPostgres({ dataDir, durable: false });
    await second.stop();
  },
);

test.runIf(othersMayEnter)(
  'where no way can enter the folder the error says which folder to use',
  async () => {
    const closed = path.join(root, 'closed-to-its-owner');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = path.join(closed, 'data');
    await mkdir(dataDir);
    await chown(dataDir, nobody, nobody);
    await expect(chooseLaunchWay(dataDir, binaries)).rejects.toThrow(
      /may not enter .*closed-to-its-owner.* Put the data folder and the program where every user may enter/,
    );
  },
);

test.runIf(isRoot)('giving a folder away gives what is in it, and giving it back does too', async () => {
  const folder = path.join(root, 'gift');
  await mkdir(path.join(folder, 'deep/deeper'), { recursive: true });
  for (const uid of [nobody, 0]) {
    await giveFolder(folder, { uid, gid: uid });
    expect((await stat(path.join(folder, 'deep/deeper'))).uid).toBe(uid);
    expect((await stat(folder)).uid).toBe(uid);
  }
});

test('a user namespace or setpriv ends the server with its process on Linux', async () => {
  const way = await chooseLaunchWay(path.join(root, 'data'), binaries);
  expect(way.endsWithParent).toBe(process.platform === 'linux');
});

async function openFolder(name: string): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder);
  // The run's own folders are root's alone; this one has to be entered by somebody else.
  for (
    let each = folder;
    each.startsWith(path.dirname(tmpdir())) && each !== '/';
    each = path.dirname(each)
  ) {
    if (each === path.dirname(tmpdir())) break;
    await chmod(each, 0o755);
  }
  return folder;
}

async function mayEnter(uid: number, folder: string): Promise<boolean> {
  await access(folder);
  return run('setpriv', [`--reuid=${uid}`, '--clear-groups', '--', 'test', '-x', folder]).then(
    () => true,
    () => false,
  );
}
