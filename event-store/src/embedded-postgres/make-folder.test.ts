import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('makes a folder with those above it, also where it is there already', async () => {
  const above = await mkdtemp(path.join(tmpdir(), 'above-'));
  onTestFinished(() => rm(above, { recursive: true }));
  for (let times = 0; times < 2; times += 1) await makeFolder(path.join(above, 'one', 'two'));
});

test('refuses a file, and what would be below one', async () => {
  const file = import.meta.filename;
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(path.join(file, 'folder'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
