import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { EventIds, fingerprintOf } from './event-ids.ts';

test('reports exactly the ids that were added more than once, at any distance', () => {
  const ids = Array.from({ length: 40_000 }, () => randomUUID());
  const all = new EventIds();
  for (const id of ids) all.add(id);
  expect(all.repeated()).toEqual(new Set());
  const again = [ids[0], ids[12_345], ids[39_999]].filter((id) => id !== undefined);
  for (const id of [...again, again[0] ?? '']) all.add(id);
  expect(all.repeated()).toEqual(new Set(again.map(fingerprintOf)));
});
