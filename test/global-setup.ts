import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type PostgresConnection, startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import type { TestProject } from 'vitest/node';
import { createRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The only server of the run; see `createTestDatabase`. */
    postgres: PostgresConnection;
    /** The data folder of an empty, stopped server, to copy: creating one takes most of a second. */
    emptyCluster: string;
    /** How many members `applicationWithMembers` has. */
    membersReady: number;
  }
}

/** Compile cache for the programs that tests start: compiling again costs each half a second of a core. */
const compileCache = path.join(import.meta.dirname, '../node_modules/.cache/matgyo-compiled');

/**
 * Starts the server of this run, once for all projects. Everything that tests write to the temporary folder is in the
 * run's own folder, which is removed at the end, or at the next start if this run is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createRunFolder();
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  // As many as the files of one worker use, or as one file uses: each takes a tenth of a second to make.
  const namesFiles = process.argv.slice(3).some((argument) => /^[^-].*[/.]/.test(argument));
  project.provide('membersReady', namesFiles ? 12 : 160);
  const emptyCluster = path.join(folder, 'empty-cluster');
  await (await startEmbeddedPostgres({ dataDir: emptyCluster, durable: false })).stop();
  project.provide('emptyCluster', emptyCluster);
  const dataDir = path.join(folder, 'postgres');
  await cp(emptyCluster, dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    // Every few seconds, it would start a process for each of the run's many databases.
    settings: { max_connections: '400', max_wal_size: '256MB', autovacuum_naptime: '1min' },
  });
  project.provide('postgres', postgres.connection);
  return async () => {
    await postgres.stop();
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    await rm(folder, { recursive: true, force: true });
  };
}
