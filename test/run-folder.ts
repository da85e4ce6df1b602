import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, ownIdentity } from '@matgyo/event-store/embedded-postgres/process-identity';

/** The name of a run's folder identifies its process: matgyo-test-<pid>-<start of that process>-<random>. */
const runFolderName = /^matgyo-test-(\d+)-(\d+)-\w+$/;

const memoryFolder = '/dev/shm';
/** Space that a run may need; the same amount must remain free for other programs. */
const roomBytes = 4 * 2 ** 30;

/**
 * Creates the folder for everything this run writes, and removes those of killed runs. In memory if there is enough: a
 * database is some 300 files, which take up to 300 ms to create on disk and 10 in memory.
 */
export async function createRunFolder(): Promise<string> {
  const places = [tmpdir(), ...((await hasRoom(memoryFolder)) ? [memoryFolder] : [])];
  for (const place of places) await sweep(place);
  const { pid, startTicks = '0' } = ownIdentity();
  return mkdtemp(path.join(places.at(-1) ?? tmpdir(), `matgyo-test-${pid}-${startTicks}-`));
}

/** Removes the folders of killed runs; those of running ones stay. */
export async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const [, pid, startTicks] = runFolderName.exec(name) ?? [];
    if (pid === undefined || isRunning({ pid: Number(pid), startTicks })) continue;
    // Another run may be removing the same folder, and another user's folder cannot be removed.
    await rm(path.join(place, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  if (process.availableMemory() < 2 * roomBytes) return false;
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= roomBytes,
    () => false,
  );
}
