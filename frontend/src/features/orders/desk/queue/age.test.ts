import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { ageText, isOverdue, minutesSince, waitingSince } from './age.ts';

const said = ((key: string, blanks: object) => `${key} ${Object.values(blanks).join(' ')}`) as TFunction;

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

describe('how long an order has waited', () => {
  it('is counted from placing, and in progress from its oldest live match', () => {
    expect(waitingSince(order, 'pending')).toBe('2026-11-20T00:00:00.000Z');
    expect(waitingSince(order, 'inProgress')).toBe('2026-11-20T02:00:00.000Z');
  });

  it('is never less than nothing, whatever this device’s clock says', () => {
    expect(minutesSince('2026-11-20T00:00:00.000Z', Date.parse('2026-11-19T23:00:00.000Z'))).toBe(0);
  });

  it('is said in the two largest units', () => {
    expect([3, 128, 1500].map((minutes) => ageText(minutes, said))).toEqual([
      'queue.ageMinutes 3',
      'queue.ageHours 2 08',
      'queue.ageDays 1 1',
    ]);
  });

  it('is marked from the limit of its queue on', () => {
    expect([59, 60].map((minutes) => isOverdue(minutes, 'pending'))).toEqual([false, true]);
    expect([119, 120].map((minutes) => isOverdue(minutes, 'inProgress'))).toEqual([false, true]);
    expect([239, 240].map((minutes) => isOverdue(minutes, 'open'))).toEqual([false, true]);
  });
});
