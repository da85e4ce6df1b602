import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { describe, expect, it } from 'vitest';
import { arrange } from './arrange.ts';

const order = (name: string, status: string, createdAt: string, amount: string) =>
  ({ _id: name, status, createdAt, amount }) as OrderView;

const orders = [
  order('done', 'Sale Completed', '2026-11-20T05:00:00.000Z', '9.0000'),
  order('old-pending', 'Pending Approval', '2026-11-18T05:00:00.000Z', '10.0000'),
  order('on-sale', 'On Sale', '2026-11-19T05:00:00.000Z', '100.0000'),
  order('new-pending', 'Pending Approval', '2026-11-20T04:00:00.000Z', '11.0000'),
  order('cancelled', 'Cancelled', '2026-11-20T06:00:00.000Z', '2.0000'),
  order('partial', 'Partially Matched', '2026-11-17T05:00:00.000Z', '3.0000'),
];
const names = (...view: Parameters<typeof arrange>) => arrange(...view).map(({ _id }) => _id);

describe('a history', () => {
  it('is sorted by status as the specification ranks them, newest first within one', () => {
    expect(names(orders, 'all', 'status')).toEqual([
      'new-pending',
      'old-pending',
      'on-sale',
      'partial',
      'done',
      'cancelled',
    ]);
  });

  it('is sorted by time when asked to', () => {
    expect(names(orders, 'all', 'newest')[0]).toBe('cancelled');
    expect(names(orders, 'all', 'oldest')[0]).toBe('partial');
  });

  it('is sorted by amount as a number, not as text', () => {
    expect(names(orders, 'all', 'amount').slice(0, 3)).toEqual(['on-sale', 'new-pending', 'old-pending']);
  });

  it('shows what its filter names and nothing else', () => {
    expect(names(orders, 'pending', 'newest')).toEqual(['new-pending', 'old-pending']);
    expect(names(orders, 'ended', 'newest')).toEqual(['cancelled']);
  });
});
