import { expect, it } from 'vitest';
import { detailPairs } from './audit-log-query.ts';

it('formats details as pairs, and lists as their items', () => {
  expect(
    detailPairs({ details: { fields: ['phone', 'status'], rows: 3, totals: { fee: '1.0000' } } }),
  ).toEqual([
    ['fields', 'phone, status'],
    ['rows', '3'],
    ['totals', '{"fee":"1.0000"}'],
  ]);
});
