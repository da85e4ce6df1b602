import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, ownIdentity } from '@matgyo/event-store/embedded-postgres/process-identity';

/** The name of a run's folder tells whose it is: matgyo-test-<pid>-<start of that process>-<random>. */
const runFolderName = /^matgyo-test-(\d+)-(\d+)-\w+$/;

const memoryFolder = '/dev/shm';
/** What a whole run may need at most, with as much left for everything else. */
const roomBytes = 4 * 2 ** 30;

/**
 * Makes the folder for everything this run writes, and removes those of runs that were killed. In memory where
 * there is plenty: a database is some 300 files, which a disk may take 300 ms to create and memory 10.
 */
export async function createRunFolder(): Promise<string> {
  const places = [tmpdir(), ...((await hasRoom(memoryFolder)) ? [memoryFolder] : [])];
  for (const place of places) await sweep(place);
  const { pid, startTicks = '0' } = ownIdentity();
  return mkdtemp(path.join(places.at(-1) ?? tmpdir(), `matgyo-test-${pid}-${startTicks}-`));
}

/** Removes the folders of runs that were killed; those of runs that still go on stay. */
export async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const [, pid, startTicks] = runFolderName.exec(name) ?? [];
    if (pid === undefined || isRunning({ pid: Number(pid), startTicks })) continue;
    // Another run may be sweeping the same folder, and another user's is not ours to sweep.
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
