import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const features = import.meta.dirname;

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(features, file), 'utf8').matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
    ([, stated, lazy]) => normalize(join(dirname(file), stated ?? lazy ?? '')),
  );

it('features do not import each other: shared code is outside', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const crossings = files.flatMap((file) => {
    const [own] = file.split('/');
    return importsOf(file)
      .filter((target) => !target.startsWith('..') && target.split('/')[0] !== own)
      .map((target) => `${file} -> ${target}`);
  });
  expect(crossings).toEqual([]);
});
