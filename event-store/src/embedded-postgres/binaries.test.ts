import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMissingSymlinks } from './binaries.ts';

test('creates the links missing after a blocked install script at start, also by several processes at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'package-'));
  const native = path.join(folder, 'native');
  await mkdir(path.join(native, 'lib'), { recursive: true });
  const list = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(list));

  await Promise.all([createMissingSymlinks(native), createMissingSymlinks(native)]);
  await createMissingSymlinks(native);
  expect(await readlink(path.join(native, 'lib/libpq.so'))).toBe('libpq.so.5.18');
  expect(await readlink(path.join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  await rm(folder, { recursive: true });
});
