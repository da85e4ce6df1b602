import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { describe, expect, it } from 'vitest';
import { isOverdue, waitingSince } from './age.ts';

const match = (createdAt: string, status: string) => ({
  tradeId: createdAt,
  createdAt,
  status,
  orderId: { _id: 'b', buyerNickname: 'dabin88' },
});
const order = {
  createdAt: '2026-11-20T00:00:00.000Z',
  matchedBuyOrders: [
    match('2026-11-20T01:00:00.000Z', 'completed'),
    match('2026-11-20T02:00:00.000Z', 'matched'),
    match('2026-11-20T03:00:00.000Z', 'matched'),
  ],
  matchedSellOrders: [],
} as unknown as AdminOrderView;

describe('waiting time of an order', () => {
  it('counts from placing, and in progress from its oldest live match', () => {
    expect(waitingSince(order, 'pending')).toBe('2026-11-20T00:00:00.000Z');
    expect(waitingSince(order, 'inProgress')).toBe('2026-11-20T02:00:00.000Z');
  });

  it('is overdue from the limit of its queue on', () => {
    expect([59, 60].map((minutes) => isOverdue(minutes * 60, 'pending'))).toEqual([false, true]);
    expect([119, 120].map((minutes) => isOverdue(minutes * 60, 'inProgress'))).toEqual([false, true]);
    expect(isOverdue(100 * 86_400, 'open')).toBe(false);
  });
});
