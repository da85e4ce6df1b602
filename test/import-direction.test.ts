import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** Allowed and forbidden imports between workspaces in the linter's configuration: ✓ passes, ✗ is refused. */
const cases: readonly [file: string, imported: string, verdict: '✓' | '✗'][] = [
  ['contracts/src/probe.ts', '@matgyo/event-store/event-log', '✗'],
  ['contracts/src/probe.ts', 'node:fs', '✗'],
  ['contracts/src/probe.ts', './money.ts', '✓'],
  ['ledger/src/probe.ts', '@matgyo/contracts/money', '✓'],
  ['ledger/src/probe.ts', '@matgyo/event-store/event-log', '✗'],
  ['ledger/src/probe.ts', 'node:crypto', '✗'],
  ['ledger/src/oracle/probe.ts', './units.ts', '✓'],
  ['ledger/src/oracle/probe.ts', '../order/order.ts', '✗'],
  ['ledger/src/oracle/probe.ts', '../fees.ts', '✗'],
  ['event-store/src/probe.ts', '@matgyo/contracts', '✓'],
  ['event-store/src/probe.ts', '@matgyo/ledger/proof/stream-chain', '✓'],
  ['event-store/src/probe.ts', '@matgyo/ledger/order/order', '✗'],
  ['event-store/src/probe.ts', '@matgyo/projections', '✗'],
  ['event-store/src/probe.ts', '../../backend/src/main.ts', '✗'],
  ['projections/src/probe.ts', '@matgyo/event-store/event-log', '✓'],
  ['projections/src/probe.ts', '@matgyo/ledger/order/order', '✓'],
  ['projections/src/probe.ts', '@matgyo/backend/trading/orders/order', '✗'],
  ['backend/src/orders/probe.ts', '@matgyo/ledger/order/order', '✓'],
  ['backend/src/orders/probe.ts', '@matgyo/projections/orders/table', '✓'],
  ['backend/src/orders/probe.ts', '@matgyo/projections/runner', '✗'],
  ['backend/src/orders/probe.ts', '@matgyo/projections/runner/run', '✗'],
  ['backend/src/orders/probe.ts', '@matgyo/frontend', '✗'],
  ['backend/src/main.ts', '@matgyo/projections/runner', '✓'],
  ['backend/src/main.ts', '@matgyo/frontend', '✗'],
  ['frontend/src/probe.tsx', '@matgyo/contracts/money', '✓'],
  ['frontend/src/probe.tsx', '@matgyo/ledger/proof/merkle', '✓'],
  ['frontend/src/probe.tsx', '@matgyo/backend', '✗'],
];

test('refuses imports against the direction, and no others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'imports-'));
  const rules = JSON.parse(await readFile(path.join(root, 'biome.json'), 'utf8')) as Record<string, unknown>;
  await writeFile(path.join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
  for (const [file, imports] of Map.groupBy(cases, ([file]) => file)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    const lines = imports.map(([, imported], index) => `export { thing${index} } from '${imported}';\n`);
    await writeFile(path.join(folder, file), lines.join(''));
  }
  const refused = lint(folder);
  const verdicts = cases.map(([file, imported]) => {
    const line = cases.filter((other) => other[0] === file).findIndex((other) => other[1] === imported) + 1;
    return [file, imported, refused.has(`${file}:${line}`) ? '✗' : '✓'];
  });
  await rm(folder, { recursive: true });
  expect(verdicts).toEqual(cases);
});

/** The imports that the linter refuses, as `file:line`. */
function lint(folder: string): Set<string> {
  const biome = path.join(root, 'node_modules/.bin/biome');
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=100'];
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  const report = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[];
  };
  const found = report.diagnostics.filter(({ category }) => category.endsWith('noRestrictedImports'));
  return new Set(found.map(({ location }) => `${location.path}:${location.start.line}`));
}
