import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@matgyo/event-store/sync-folder';

/**
 * Writes a file that only its owner may read, replacing one of that name. After a crash it has either content
 * completely; once this resolves, the new one.
 */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.draft`;
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    await rename(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
