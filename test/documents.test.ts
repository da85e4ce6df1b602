import { existsSync, globSync } from 'node:fs';
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

/** The anchor that GitHub makes of each heading. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('every link in %s leads to a file and a heading', async (document) => {
  const text = await readFile(path.join(root, document), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken: string[] = [];
  for (const target of targets.filter((link) => !/^https?:/.test(link))) {
    const [name = '', anchor] = target.split('#');
    const file = name === '' ? path.join(root, document) : path.join(root, path.dirname(document), name);
    const leads =
      existsSync(file) && (anchor === undefined || anchorsOf(await readFile(file, 'utf8')).includes(anchor));
    if (!leads) broken.push(target);
  }
  expect(broken).toEqual([]);
});
