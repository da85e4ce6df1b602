import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresConnection, startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { isRunning, ownIdentity } from '@matgyo/event-store/embedded-postgres/process-identity';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one server of the whole run; see `createTestDatabase`. */
    postgres: PostgresConnection;
  }
}

/** The name of a run's folder tells whose it is: matgyo-test-<pid>-<start of that process>-<random>. */
const runFolder = /^matgyo-test-(\d+)-(\d+)-\w+$/;

/**
 * Starts the server of this run, once for all projects. Everything a test puts into the temporary folder lies in
 * the run's own folder, which goes at the end, or at the next start if this run is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const temporary = tmpdir();
  await sweep(temporary);
  const { pid, startTicks = '0' } = ownIdentity();
  const folder = await mkdtemp(path.join(temporary, `matgyo-test-${pid}-${startTicks}-`));
  process.env['TMPDIR'] = folder;
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    settings: { max_connections: '200' },
  });
  project.provide('postgres', postgres.connection);
  return async () => {
    await postgres.stop();
    process.env['TMPDIR'] = temporary;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Removes the folders of runs that were killed; those of runs that still go on stay. */
export async function sweep(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const [, pid, startTicks] = runFolder.exec(name) ?? [];
    if (pid === undefined || isRunning({ pid: Number(pid), startTicks })) continue;
    // Another run may be sweeping the same folder, and another user's is not ours to sweep.
    await rm(path.join(temporary, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
