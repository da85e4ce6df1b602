import { execFile } from 'node:child_process';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { giveFolder, type LaunchStrategy } from './launch-strategy.ts';
import { serverEnvironment } from './server-environment.ts';

const run = promisify(execFile);

const majorVersion = '18';
const initdbTimeoutMs = 120_000;

/** The one database user. Whoever may open the socket is it: the socket's folder is its owner's alone. */
export const databaseUser = 'matgyo';

/**
 * Makes sure that the folder holds a cluster of PostgreSQL 18 that belongs to the way's user. A new one is made
 * beside it and renamed, so that a start cut short leaves no half of a cluster in its place.
 *
 * @throws Error if the folder holds something else, or a cluster of another major version.
 */
export async function ensureCluster(
  dataDir: string,
  options: { way: LaunchStrategy; binaries: PostgresBinaries; durable: boolean },
): Promise<void> {
  const version = await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    const found = await readdir(dataDir).catch(() => []);
    if (found.length > 0)
      throw new Error(`The folder ${dataDir} is not empty and holds no PostgreSQL cluster.`);
    await initialise(dataDir, options);
  } else if (version.trim() !== majorVersion) {
    throw new Error(
      `The folder ${dataDir} holds a cluster of PostgreSQL ${version.trim()}, this program has ${majorVersion}.`,
    );
  }
  await giveFolder(dataDir, options.way.owner);
}

async function initialise(
  dataDir: string,
  { way, binaries, durable }: { way: LaunchStrategy; binaries: PostgresBinaries; durable: boolean },
): Promise<void> {
  const unfinished = `${dataDir}.init`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await giveFolder(unfinished, way.owner);
  const settings = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  const args = [`--username=${databaseUser}`, ...settings, '--builtin-locale=C.UTF-8', '--no-instructions'];
  const command = [
    ...way.prefix,
    binaries.initdb,
    '-D',
    unfinished,
    ...args,
    ...(durable ? [] : ['--no-sync']),
  ];
  const [program = '', ...programArgs] = command;
  await run(program, programArgs, { timeout: initdbTimeoutMs, cwd: '/', env: serverEnvironment() });
  await rename(unfinished, dataDir);
  if (durable) await synchronise(path.dirname(dataDir));
}

/** Makes the folder's new name as durable as what lies in it. */
async function synchronise(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
