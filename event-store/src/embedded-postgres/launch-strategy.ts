import { execFile } from 'node:child_process';
import { chown, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { PostgresNotStarted } from './postgres-not-started.ts';

const run = promisify(execFile);

/**
 * How PostgreSQL is started. It refuses to run as root and requires that its user owns the data folder; it should also
 * end when the process that started it ends for any reason.
 */
export interface LaunchStrategy {
  /** A program and its arguments to put before the command, or nothing. */
  readonly prefix: readonly string[];
  /** The required owner of the data folder and the socket's folder, as seen from outside a namespace. */
  readonly owner: FolderOwner;
  /** Whether the kernel ends PostgreSQL together with the process that started it. */
  readonly endsWithParent: boolean;
  /** For error messages. */
  readonly description: string;
}

interface FolderOwner {
  readonly uid: number;
  readonly gid: number;
}

const nobody: FolderOwner = { uid: 65_534, gid: 65_534 };
const probeTimeoutMs = 10_000;

/**
 * Picks the first strategy that works here for this data folder, which may not exist yet. The folder's owner records
 * the strategy used before: a folder given to another user stays that user's.
 *
 * @throws PostgresNotStarted that lists what was tried and names a usable folder.
 */
export async function chooseLaunchStrategy(
  dataDir: string,
  binaries: PostgresBinaries,
): Promise<LaunchStrategy> {
  const failures: string[] = [];
  for (const strategy of await possibleStrategies(dataDir)) {
    const failure = await probe(strategy, dataDir, binaries);
    if (failure === undefined) return strategy;
    failures.push(`${strategy.description}: ${failure}`);
  }
  throw new PostgresNotStarted(
    `PostgreSQL cannot run with the data folder ${dataDir}. Tried ${failures.join('; ')}. ` +
      'Put the data folder and the program where every user may enter, for example under /srv, ' +
      'or start as an ordinary user who owns both, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Gives a folder and everything in it to the strategy's user, unless it is theirs already. */
export async function giveFolder(folder: string, owner: FolderOwner): Promise<void> {
  if ((await lstat(folder)).uid === owner.uid) return;
  for (const name of await readdir(folder, { recursive: true }))
    await chown(path.join(folder, name), owner.uid, owner.gid);
  // The folder itself comes last: its owner shows that everything else is done.
  await chown(folder, owner.uid, owner.gid);
}

/** The environment of PostgreSQL's programs: without PG… variables, which would change them, and without secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  // Messages in English, because some of them are matched.
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

async function possibleStrategies(dataDir: string): Promise<LaunchStrategy[]> {
  const me = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  const owner = await ownerOf(dataDir);
  if (me.uid !== 0) {
    if (owner !== undefined && owner.uid !== me.uid)
      throw new PostgresNotStarted(
        `The data folder ${dataDir} belongs to user ${owner.uid} and this is user ${me.uid}: ` +
          'start as that user, or use another data folder.',
      );
    return [...(process.platform === 'linux' ? [endingWithParent(me)] : []), directly(me)];
  }
  if (process.platform !== 'linux')
    throw new PostgresNotStarted('PostgreSQL refuses to run as root: start as an ordinary user.');
  if (owner !== undefined && owner.uid !== 0) return [asUser(owner)];
  const above = await ownerOf(path.dirname(dataDir));
  return [inNamespace(), asUser(nobody), ...(above === undefined || above.uid === 0 ? [] : [asUser(above)])];
}

function endingWithParent(owner: FolderOwner): LaunchStrategy {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--'];
  return { prefix, owner, endsWithParent: true, description: 'setpriv' };
}

function directly(owner: FolderOwner): LaunchStrategy {
  return { prefix: [], owner, endsWithParent: false, description: 'starting it directly' };
}

/** Root outside the namespace, nobody inside: the files stay root's, so a folder that only root may enter works too. */
function inNamespace(): LaunchStrategy {
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
  return {
    prefix: [...prefix, 'setpriv', '--pdeathsig', 'INT', '--'],
    owner: { uid: 0, gid: 0 },
    endsWithParent: true,
    description: 'a user namespace',
  };
}

function asUser(owner: FolderOwner): LaunchStrategy {
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  return {
    prefix: ['setpriv', ...identity, '--pdeathsig', 'INT', '--'],
    owner,
    endsWithParent: true,
    description: `user ${owner.uid}`,
  };
}

/** Why the strategy does not work here, or undefined if it does: it must reach both the program and the folder. */
async function probe(strategy: LaunchStrategy, dataDir: string, binaries: PostgresBinaries) {
  const script = 'test -x "$1" || { echo "may not enter $1" >&2; exit 1; }; exec "$2" --version';
  const command = [...strategy.prefix, 'sh', '-c', script, 'sh', path.dirname(dataDir), binaries.postgres];
  const [program = '', ...args] = command;
  try {
    await run(program, args, { timeout: probeTimeoutMs, cwd: '/' });
    return undefined;
  } catch (error) {
    return complaintOf(error);
  }
}

/** What a program that failed has written, else why it did not run. */
export function complaintOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return stderr?.trim() || message;
}

async function ownerOf(folder: string): Promise<FolderOwner | undefined> {
  return lstat(folder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  );
}
