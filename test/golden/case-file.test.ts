import { readFileSync } from 'node:fs';
import path from 'node:path';
import { caseFileSections } from '@matgyo/contracts/case-file';
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

test.each(caseFileSections)('detects a change in its section %s', async (section) => {
  const file = JSON.parse(exported);
  file[section] = Array.isArray(file[section]) ? file[section].slice(1) : { ...file[section], added: '' };
  const { findings } = await checkCaseFile(JSON.stringify(file), trust);
  expect(findings.map(({ check }) => check)).toContain(section);
});
