import { readFileSync } from 'node:fs';
import path from 'node:path';
import { firstCovers } from '@matgyo/ledger/proof/case-file';
import { checkCaseFile } from '@matgyo/projections/verify/check-case-file';
import { expect, test } from 'vitest';

/** An order of the demo market, exported in November 2026. Third parties hold case files like it. */
const exported = readFileSync(path.join(import.meta.dirname, 'case-file.json'), 'utf8');
const trust = { keyIds: ['26f8e396900ac499bb89b84b1c97862d'] };

test('verifies an earlier case file', async () => {
  const { findings, file } = await checkCaseFile(exported, trust);
  expect(findings).toEqual([]);
  expect(file).toMatchObject({ order: { orderCode: 'Sell100-bf85d029' } });
  expect(file?.streams.map(({ events }) => events.length)).toEqual([6, 4, 4]);
});

/** Files of that time have no section for statements. */
const sections = ['order', 'streams', 'trail', 'proofs', 'chats', 'people'] as const;

test.each(sections)('detects a change in its section %s', async (section) => {
  const file = JSON.parse(exported);
  file[section] = Array.isArray(file[section]) ? file[section].slice(1) : { ...file[section], added: '' };
  const { findings } = await checkCaseFile(JSON.stringify(file), trust);
  expect(findings.map(({ check }) => check)).toContain(section);
});

test('detects statements added to it', async () => {
  const { findings } = await checkCaseFile(
    JSON.stringify({ ...JSON.parse(exported), statements: [] }),
    trust,
  );
  expect(findings.map(({ check }) => check)).toContain('statements');
});

test.each([
  ['a name given twice', ['"amount":"', '"amount":"9999","amount":"'], 'signature'],
  [
    'a name that JavaScript treats specially',
    ['"data":{', '"data":{"__proto__":{"amount":"9999"},'],
    'streams',
  ],
] as const)('detects %s, also if what a program reads is unchanged', async (_, [from, to], section) => {
  const { findings } = await checkCaseFile(exported.replace(from, to), trust);
  expect(findings.map(({ check }) => check)).toContain(section);
});

test('verifies with other white space, and reports JSON that is no object', async () => {
  const spaced = JSON.stringify(JSON.parse(exported), null, 2);
  expect((await checkCaseFile(spaced, trust)).findings).toEqual([]);
  for (const text of ['null', '[]', '"text"'])
    expect(await checkCaseFile(text, trust)).toMatchObject({ findings: [{ check: 'signature' }] });
});

/** The file with a value added to its first event. */
const withAdded = (value: string) => exported.replace('"data":{', `"data":{"added":${value},`);

test.each([
  ['nests too deeply', '['.repeat(100) + ']'.repeat(100), 'nested too deeply'],
  ['has a number beyond all', '1e999', 'Infinity'],
])('reports a file that %s', async (_, value, why) => {
  expect(await checkCaseFile(withAdded(value), trust)).toMatchObject({
    findings: [{ check: 'signature', what: expect.stringContaining(why) }],
    file: undefined,
  });
});

test('reports a change of 20 MB', async () => {
  const { findings } = await checkCaseFile(withAdded(`"${'a'.repeat(20_000_000)}"`), trust);
  expect(findings.map(({ check }) => check)).toEqual(['streams', 'streams']);
});

/** A case file of a dispute with a ruling, exported when statements had become a section. */
const withStatements = readFileSync(path.join(import.meta.dirname, 'case-file-with-statements.json'), 'utf8');

test('verifies an earlier case file with statements, and detects a change in them', async () => {
  const ofItsKey = { keyIds: ['8dba36a37a9df72bcf78a92f357ce379'] };
  const { findings, file } = await checkCaseFile(withStatements, ofItsKey);
  expect(findings).toEqual([]);
  expect(file?.statements?.map(({ text }) => text)).toEqual(['I paid an hour ago', 'No won came']);
  const changed = await checkCaseFile(withStatements.replace('No won came', 'The won came'), ofItsKey);
  expect(changed.findings.map(({ check }) => check)).toEqual(['statements', 'statements']);
});

/** Exported when case files named the first checkpoint that covered each event. */
const withEarlier = readFileSync(path.join(import.meta.dirname, 'case-file-with-earlier.json'), 'utf8');

test('verifies an earlier case file with first checkpoints, and detects a change in them', async () => {
  const ofItsKey = { keyIds: ['d62b87f8d7bcd72a978dec1b899d9ffe'] };
  const { findings, file } = await checkCaseFile(withEarlier, ofItsKey);
  expect(findings).toEqual([]);
  const covers = file === undefined ? [] : [...firstCovers(file).values()];
  expect(covers.map(({ sequence }) => sequence)).toEqual([3, 3, 4, 5, 5, 4, 4, 5, 5]);
  const changed = JSON.parse(withEarlier);
  changed.proofs.earlier.shift();
  expect((await checkCaseFile(JSON.stringify(changed), ofItsKey)).findings).toMatchObject([
    { check: 'proofs', what: 'the section "proofs" is not what was signed' },
  ]);
});
