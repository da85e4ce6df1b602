import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';

/** The program `kurrentdb` on the PATH, or undefined. */
export function findServerProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, 'kurrentdb')).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface LocalServer {
  readonly port: number;
  readonly connectionString: string;
  /** The folder of its log. */
  readonly dataFolder: string;
  /** kill -9, like a power cut. */
  kill(): Promise<void>;
  /** Restarts on the same port and folder. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** For a busy machine. */
const readyMsMax = 60_000;

/**
 * A private server on loopback, without telemetry, with its data in a temporary folder. `more`: settings. `secure`:
 * environment variables for its certificate; then the caller waits until it is ready.
 */
export async function startLocalServer(
  program: string,
  more: readonly string[] = [],
  secure?: NodeJS.ProcessEnv,
): Promise<LocalServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eventstoredb-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: LocalServer = {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    dataFolder: path.join(folder, 'db'),
    async start() {
      // The kernel ends the server with its test, even if the test is killed.
      const launcher = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : [];
      const [command = program, ...before] = [...launcher, program];
      const settings = [`--db=${server.dataFolder}`, `--log=${folder}/log`, `--node-port=${port}`];
      child = spawn(
        command,
        [
          ...before,
          ...(secure === undefined ? ['--insecure'] : []),
          '--node-ip=127.0.0.1',
          '--replication-ip=127.0.0.1',
          '--run-projections=None',
          ...settings,
          ...more,
        ],
        {
          stdio: 'ignore',
          env: {
            ...otherVariables(),
            ...secure,
            EVENTSTORE_TELEMETRY_OPTOUT: 'true',
            DOTNET_EnableDiagnostics: '0',
          },
        },
      );
      if (secure === undefined) await untilReady(port, child);
    },
    async kill() {
      const ended = child !== undefined && child.exitCode === null ? once(child, 'exit') : undefined;
      child?.kill('SIGKILL');
      await ended;
      child = undefined;
    },
    async stop() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/**
 * The environment without EVENTSTORE_ variables: the server reads each as a setting and does not start with unknown
 * ones.
 */
const otherVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')));

/** Waits until the server leads its cluster: shortly before, it reports being alive but accepts no calls. */
async function untilReady(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + readyMsMax;
  while (performance.now() < end && child.exitCode === null) {
    const gossip = await fetch(`http://127.0.0.1:${port}/gossip?format=json`).catch(() => undefined);
    if (gossip?.ok && (await gossip.text()).includes('"Leader"')) return;
    await delay(50);
  }
  throw new Error('the server did not become ready');
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The server's own client, for features outside the log's port. */
export const clientOf = ({ connectionString }: LocalServer): EventStoreDBClient =>
  EventStoreDBClient.connectionString(connectionString);
