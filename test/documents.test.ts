import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const files = globSync('**/*.{ts,tsx,sql,md}', { cwd: root, exclude: ['**/node_modules', '**/dist'] });
const documents = files.filter((file) => /^(README\.md|docs\/.*\.md)$/.test(file));

/** Code in backticks that is a file's name, with or without the folders before it. */
const named = /`([\w./-]+\.(?:tsx?|sql))`/g;

test.each(documents)('every source file that %s names exists', async (document) => {
  const text = await readFile(path.join(root, document), 'utf8');
  const names = [...text.matchAll(named)].map(([, name = '']) => name);
  expect(names.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
