import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../sync-folder.ts';
import type { PostgresBinaries } from './binaries.ts';
import { complaintOf, giveFolder, type LaunchStrategy, serverEnvironment } from './launch-strategy.ts';
import { PostgresNotStarted } from './postgres-not-started.ts';

const run = promisify(execFile);

const majorVersion = '18';
const initdbTimeoutMs = 120_000;
/** Every commit waits while a new segment is written: up to 65 ms were measured with 16 MB, the default. */
const walSegmentMb = 4;

/** The only database user, without a password: only the owner of the socket's folder can open the socket. */
export const databaseUser = 'matgyo';

/**
 * Ensures that the folder holds a PostgreSQL 18 cluster owned by the launch strategy's user. A new one is created next
 * to it and renamed, so that an interrupted start leaves no incomplete cluster in its place.
 *
 * @throws PostgresNotStarted if the folder holds something else, or a cluster of another major version.
 */
export async function ensureCluster(
  dataDir: string,
  options: { strategy: LaunchStrategy; binaries: PostgresBinaries; durable: boolean },
): Promise<void> {
  const version = await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    const found = await readdir(dataDir).catch(() => []);
    if (found.length > 0)
      throw new PostgresNotStarted(`The folder ${dataDir} is not empty and holds no PostgreSQL cluster.`);
    await initialise(dataDir, options);
  } else if (version.trim() !== majorVersion) {
    throw new PostgresNotStarted(
      `The folder ${dataDir} holds a cluster of PostgreSQL ${version.trim()}, this program has ${majorVersion}.`,
    );
  }
  await giveFolder(dataDir, options.strategy.owner);
}

async function initialise(
  dataDir: string,
  { strategy, binaries, durable }: { strategy: LaunchStrategy; binaries: PostgresBinaries; durable: boolean },
): Promise<void> {
  const unfinished = `${dataDir}.init`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await giveFolder(unfinished, strategy.owner);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const storage = [`--wal-segsize=${walSegmentMb}`, ...(durable ? [] : ['--no-sync'])];
  const command = [
    ...strategy.prefix,
    binaries.initdb,
    '-D',
    unfinished,
    `--username=${databaseUser}`,
    '--auth=trust',
    '--no-instructions',
    ...locale,
    ...storage,
  ];
  const [program = '', ...programArgs] = command;
  await run(program, programArgs, { timeout: initdbTimeoutMs, cwd: '/', env: serverEnvironment() }).catch(
    (error: unknown) => {
      throw new PostgresNotStarted(`PostgreSQL does not start: ${complaintOf(error)}\nIs the disk full?`);
    },
  );
  await rename(unfinished, dataDir);
  if (durable) await syncFolder(path.dirname(dataDir));
}
