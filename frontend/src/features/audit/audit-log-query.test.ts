import { auditActions } from '@matgyo/contracts/audit-actions';
import { expect, it } from 'vitest';
import { actions } from './actions.ts';
import { detailPairs } from './audit-log-query.ts';

it('offers every recorded action as a filter', () => {
  expect(actions.toSorted()).toEqual([...auditActions].toSorted());
});

it('formats details as pairs, and lists as their items', () => {
  expect(
    detailPairs({ details: { fields: ['phone', 'status'], rows: 3, totals: { fee: '1.0000' } } }),
  ).toEqual([
    ['fields', 'phone, status'],
    ['rows', '3'],
    ['totals', '{"fee":"1.0000"}'],
  ]);
});
