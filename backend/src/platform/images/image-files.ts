import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '@matgyo/event-store/sync-folder';
import { ifMissing } from '@matgyo/projections/if-missing';
import { imageFile, imageFolder } from '@matgyo/projections/proofs/image-file';
import { writeDurably } from '../durable-file.ts';

/** Image files in a private folder that is not served. */
export type ImageFiles = Awaited<ReturnType<typeof openImageFiles>>;

const fileName = /^([0-9a-f]{32})\.jpg$/;

export async function openImageFiles(dataDir: string) {
  const root = imageFolder(dataDir);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const fileOf = (id: string): string => imageFile(dataDir, id);

  return {
    async write(id: string, bytes: Buffer): Promise<void> {
      const folder = path.dirname(fileOf(id));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await syncFolder(root);
      await writeDurably(fileOf(id), bytes);
    },

    /** Undefined when the file does not exist. */
    async read(id: string): Promise<Buffer | undefined> {
      return readFile(fileOf(id)).catch(ifMissing(undefined));
    },

    /** Whether images were stored here, and all files are gone. */
    async hasLostAll(): Promise<boolean> {
      const names = await readdir(root, { recursive: true });
      return names.length > 0 && !names.some((name) => fileName.test(path.basename(name)));
    },

    /** The sweep leaves it for another hour. */
    async keep(id: string): Promise<void> {
      const now = new Date();
      await utimes(fileOf(id), now, now).catch(ifMissing(undefined));
    },

    async remove(id: string): Promise<void> {
      await rm(fileOf(id), { force: true });
    },

    /** Ids of files last modified before `atMs`, folder by folder. Deletes leftovers of crashed writes. */
    async *olderThan(atMs: number): AsyncGenerator<readonly string[]> {
      for (const folder of await readdir(root)) {
        const ids = await olderIn(path.join(root, folder), atMs);
        if (ids.length > 0) yield ids;
      }
    },
  };
}

async function olderIn(folder: string, atMs: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const touched = await stat(file).catch(() => undefined);
    if (touched === undefined || touched.mtimeMs >= atMs) continue;
    const id = fileName.exec(name)?.[1];
    if (id === undefined) await rm(file, { force: true });
    else ids.push(id);
  }
  return ids;
}
