import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

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

/** Makes new names in a folder durable, where the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
