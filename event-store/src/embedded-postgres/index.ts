import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { databaseUser, ensureCluster } from './cluster-folder.ts';
import { acceptsConnections, createDatabaseIfMissing, type PostgresConnection } from './connection.ts';
import { chooseLaunchStrategy, giveFolder, type LaunchStrategy } from './launch-strategy.ts';
import { makeFolder } from './make-folder.ts';
import { PostgresNotStarted } from './postgres-not-started.ts';
import { disarmStaleFile, findRunningServer, isPostmaster, type RunningServer } from './postmaster-file.ts';
import { isRunning, ownIdentity } from './process-identity.ts';
import { type ServerProcess, spawnServer } from './server-process.ts';
import {
  readServerRecord,
  removeLastSocketDir,
  socketDirPrefix,
  writeServerRecord,
} from './server-record.ts';
import { serverArguments } from './settings.ts';
import { withStartGuard } from './start-guard.ts';

export type { PostgresConnection } from './connection.ts';

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder: initially empty or missing, owned by PostgreSQL's user, mode 0700. */
  readonly dataDir: string;
  /** False turns fsync off, for tests, whose data need not survive a machine crash. Default true. */
  readonly durable?: boolean;
  /** Called with one line when something takes time. */
  readonly log?: (line: string) => void;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** A plain object that `pg.Pool` and `pg.Client` accept. */
  readonly connection: PostgresConnection;
  /** Settles when the server has ended, expectedly or not; never for a server of another process. */
  readonly ended: Promise<void>;
  /** Ends the server and settles when it is gone; has no effect on a server of another process. */
  stop(): Promise<void>;
}

const database = 'matgyo';
const port = 5432;
const pollMs = 20;
/** Long enough for crash recovery over a full write-ahead log. */
const readyTimeoutMs = 120_000;
const guardTimeoutMs = readyTimeoutMs + 60_000;
/** Time for a server to end that lost its process, or is being stopped by it. */
const leavingTimeoutMs = 60_000;
/** Backends outlive a killed postmaster until they finish their current work. */
const lingeringBackendsTimeoutMs = 10_000;

/**
 * Starts PostgreSQL 18 on a data folder: creates the cluster and the database `matgyo` if they are missing, and settles
 * once connections are accepted. The server listens on a socket only its owner can reach, and ends when this process
 * does, also by kill -9 (on Linux). A server left by a dead process is ended first.
 *
 * @throws PostgresNotStarted if a living process runs this cluster, if the folder holds something else, or if
 * PostgreSQL cannot run here (see `chooseLaunchStrategy`).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return underGuard(options, async (dataDir) => {
    const other = await findLivingServer(dataDir);
    if (other === undefined) return start(dataDir, options);
    throw new PostgresNotStarted(
      `The database in ${dataDir} is in use: PostgreSQL runs as process ${other.pid}. ` +
        'Stop the program that started it, or choose another data folder.',
    );
  });
}

/**
 * For command-line tools: uses the server that runs on the data folder, or runs one until `stop()`.
 *
 * @throws PostgresNotStarted as `startEmbeddedPostgres`, except when a server is running.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return underGuard(options, async (dataDir) => {
    const other = await findLivingServer(dataDir);
    return other === undefined ? start(dataDir, options) : attach(other);
  });
}

async function underGuard<T>(options: EmbeddedPostgresOptions, work: (dataDir: string) => Promise<T>) {
  const parent = path.dirname(path.resolve(options.dataDir));
  await makeFolder(parent);
  const dataDir = path.join(await realpath(parent), path.basename(path.resolve(options.dataDir)));
  return withStartGuard(dataDir, guardTimeoutMs, () => work(dataDir)).catch((error: unknown) => {
    // A file or folder, for example on a full disk.
    const isOfSystem = error instanceof Error && 'syscall' in error;
    throw isOfSystem
      ? new PostgresNotStarted(`PostgreSQL does not start: ${error.message}`, { cause: error })
      : error;
  });
}

/** The running server of this folder. If its process is dead or is ending it, waits until the server is gone. */
async function findLivingServer(dataDir: string): Promise<RunningServer | undefined> {
  const server = await findRunningServer(dataDir);
  if (server === undefined) return undefined;
  const record = await readServerRecord(dataDir);
  const orphaned = record !== undefined && !isRunning(record.startedBy);
  if (!orphaned && server.status !== 'stopping') return server;
  if (orphaned) askToEnd(server.pid);
  await until(
    leavingTimeoutMs,
    () => !isPostmaster(server.pid, dataDir),
    `PostgreSQL (process ${server.pid}) to end`,
  );
  return undefined;
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    // It has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function attach(server: RunningServer): Promise<EmbeddedPostgres> {
  const connection = { host: server.socketDir, port: server.port, user: databaseUser, database };
  await until(readyTimeoutMs, () => acceptsConnections(connection), `PostgreSQL (process ${server.pid})`);
  return { connection, ended: new Promise(() => undefined), stop: async () => undefined };
}

async function start(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => undefined, settings = {} } = options;
  const binaries = await findBinaries();
  const strategy = await chooseLaunchStrategy(dataDir, binaries);
  await ensureCluster(dataDir, { strategy, binaries, durable });
  await removeLastSocketDir(dataDir);
  await disarmStaleFile(dataDir);
  const socketDir = await createSocketDir(strategy);
  // Only this server's own socket: another process may have started the next server by then.
  const removeSocket = (): Promise<void> => rm(socketDir, { recursive: true, force: true });

  const connection = { host: socketDir, port, user: databaseUser, database };
  const args = serverArguments({ dataDir, socketDir, durable, settings });
  const server = await writeServerRecord(dataDir, { startedBy: ownIdentity(), socketDir })
    .then(() => startServer(strategy, binaries, args, connection, log))
    .catch(async (error: unknown) => {
      await removeSocket();
      throw error;
    });
  server.release();
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await server.stop();
    await removeSocket();
  };
  return {
    connection,
    ended: server.ended,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function startServer(
  strategy: LaunchStrategy,
  binaries: PostgresBinaries,
  args: readonly string[],
  connection: PostgresConnection,
  log: (line: string) => void,
): Promise<ServerProcess> {
  const lingeringUntil = performance.now() + lingeringBackendsTimeoutMs;
  for (;;) {
    const server = spawnServer(strategy, binaries.postgres, args);
    try {
      const maintenance = { ...connection, database: 'postgres' };
      await until(
        readyTimeoutMs,
        async () => server.hasEnded() || (await acceptsConnections(maintenance)),
        'PostgreSQL',
      );
      if (!server.hasEnded()) {
        await createDatabaseIfMissing(maintenance, database);
        return server;
      }
    } catch (error) {
      await server.stop();
      throw error;
    }
    const lingering = server.complaints().includes('pre-existing shared memory block');
    if (!lingering || performance.now() > lingeringUntil)
      throw new PostgresNotStarted(
        `PostgreSQL does not start: ${server.complaints() || 'no output'}\nMore may be in ${args[1]}/log. Is the disk full?`,
      );
    log('Waiting for the connections of a killed PostgreSQL to end');
    await delay(10 * pollMs);
  }
}

/** A path short enough for a socket's address (103 bytes on macOS), whatever the data folder's. */
async function createSocketDir(strategy: LaunchStrategy): Promise<string> {
  const longestFile = path.join(tmpdir(), `${socketDirPrefix}XXXXXX`, `.s.PGSQL.${port}.lock`);
  const parent = Buffer.byteLength(longestFile) <= 103 ? tmpdir() : '/tmp';
  const socketDir = await mkdtemp(path.join(parent, socketDirPrefix));
  await giveFolder(socketDir, strategy.owner);
  return socketDir;
}

async function until(timeoutMs: number, condition: () => boolean | Promise<boolean>, what: string) {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new PostgresNotStarted(`Waited ${timeoutMs / 1000} s in vain for ${what}.`);
    await delay(pollMs);
  }
}
