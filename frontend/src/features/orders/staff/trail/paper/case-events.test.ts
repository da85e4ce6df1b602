import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CaseFile } from '@matgyo/contracts/case-file';
import { expect, it } from 'vitest';
import { caseEvents } from './case-events.ts';

const golden = path.join(import.meta.dirname, '../../../../../../../test/golden/case-file.json');
const exported: CaseFile = JSON.parse(readFileSync(golden, 'utf8'));

const settlementsOf = (file: CaseFile) =>
  caseEvents(file)
    .filter(({ event }) => event.type === 'FillSettled')
    .map(({ released }) => released);

it('states what a settlement leaves on the order, and nothing where the whole match was settled', () => {
  const file = structuredClone(exported);
  const settlement = file.streams.flatMap(({ events }) => events).find(({ type }) => type === 'FillSettled');
  expect(settlementsOf(file)).toEqual([null]);
  Object.assign(settlement?.data ?? {}, { released: '60.0000' });
  expect(settlementsOf(file)).toEqual(['60.0000']);
});
