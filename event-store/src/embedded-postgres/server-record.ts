import { chown, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

/**
 * Which process started the server of a data folder, and where its socket is. Kept in the data folder, because
 * whoever finds it later must know whether that process still lives, and clear away what it could not.
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

/** The record of the last start, or undefined where there is none or it was cut off while being written. */
export async function readServerRecord(dataDir: string): Promise<ServerRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(path.join(dataDir, fileName), 'utf8')) as ServerRecord;
    const complete = Number.isSafeInteger(record.startedBy.pid) && typeof record.socketDir === 'string';
    return complete ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the folder of the last server's socket, which a killed process leaves behind. The server must be gone. */
export async function removeLastSocketDir(dataDir: string): Promise<void> {
  const record = await readServerRecord(dataDir);
  if (record !== undefined && (await isSocketDir(record.socketDir))) {
    await rm(record.socketDir, { recursive: true, force: true });
  }
}

/** The record is only a file: nothing but a folder that looks as we made it is removed on its word. */
async function isSocketDir(folder: string): Promise<boolean> {
  if (!socketDirName.test(path.basename(folder))) return false;
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true;
}
