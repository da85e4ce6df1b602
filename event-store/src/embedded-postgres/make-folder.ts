import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it, if they are missing. The option `recursive` of mkdir does not return where the
 * file system refuses with ENOENT below an existing folder, as /proc does.
 */
export async function makeFolder(folder: string): Promise<void> {
  const above = path.dirname(folder);
  await makeOne(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || above === folder) throw error;
    await makeFolder(above);
    await makeOne(folder);
  });
}

const makeOne = (folder: string): Promise<void> =>
  mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
