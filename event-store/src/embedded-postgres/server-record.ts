import { chown, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

/**
 * The process that started the server of a data folder, and the server's socket. Stored in the data folder, because a
 * later start must know whether that process is alive, and clean up after it.
 */
export interface ServerRecord {
  readonly startedBy: ProcessIdentity;
  readonly socketDir: string;
}

const fileName = 'started-by.json';
const socketDirName = /^matgyo-pg-\w+$/;

export const socketDirPrefix = 'matgyo-pg-';

export async function writeServerRecord(dataDir: string, record: ServerRecord): Promise<void> {
  const file = path.join(dataDir, fileName);
  await writeFile(file, JSON.stringify(record), { mode: 0o600 });
  // Root may have written it into the folder of another user, who may start the next server.
  const { uid, gid } = await lstat(dataDir);
  await chown(file, uid, gid);
}

/** The record of the last start, or undefined if there is none or it is truncated. */
export async function readServerRecord(dataDir: string): Promise<ServerRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(path.join(dataDir, fileName), 'utf8')) as ServerRecord;
    const complete = Number.isSafeInteger(record.startedBy.pid) && typeof record.socketDir === 'string';
    return complete ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the socket folder of the last server, left by a killed process. The server must be gone. */
export async function removeLastSocketDir(dataDir: string): Promise<void> {
  const record = await readServerRecord(dataDir);
  if (record !== undefined && (await isSocketDir(record.socketDir)))
    await rm(record.socketDir, { recursive: true, force: true });
}

/** The record is only a file: a folder is removed only if it looks like one of ours. */
async function isSocketDir(folder: string): Promise<boolean> {
  if (!socketDirName.test(path.basename(folder))) return false;
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true;
}
