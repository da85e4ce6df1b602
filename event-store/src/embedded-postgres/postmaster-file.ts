import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandLine, isRunning } from './process-identity.ts';

/** A server that runs on a data folder, as described by its own file in that folder. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  /** 'ready' once it accepts connections; also 'starting', 'stopping', 'standby'. */
  readonly status: string;
}

/** Beyond the kernel's greatest process id (2^22). */
const impossiblePid = '2147483647';

/**
 * The server that runs on this data folder, or undefined. Its file survives a kill -9 and may then name a zombie or an
 * unrelated process; such a file is ignored.
 */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  const lines = (await readText(dataDir))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, dataDir)) return undefined;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketDir: lines[4] ?? '',
    status: (lines[7] ?? 'starting').trim(),
  };
}

/** Whether this process is alive and the server of this data folder. */
export function isPostmaster(pid: number, dataDir: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isRunning({ pid })) return false;
  return commandLine(pid)?.includes(`postgres -D ${dataDir} `) === true;
}

/**
 * Neutralises a file that names a process which is not the server. It is not removed: PostgreSQL also reads from it
 * which shared memory the dead server used, and so detects backends that outlived it. Call under the start guard, after
 * `findRunningServer` found no server.
 */
export async function disarmStaleFile(dataDir: string): Promise<void> {
  const text = await readText(dataDir);
  if (text === undefined) return;
  const [, ...rest] = text.split('\n');
  // Truncated before its first line, the file is empty and PostgreSQL would wait for its content.
  if (text.trim() === '') await rm(fileOf(dataDir));
  else await writeFile(fileOf(dataDir), [impossiblePid, ...rest].join('\n'));
}

async function readText(dataDir: string): Promise<string | undefined> {
  return readFile(fileOf(dataDir), 'utf8').catch(() => undefined);
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}
