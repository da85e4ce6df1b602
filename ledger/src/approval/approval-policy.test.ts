import type { RequestedAction } from '@matgyo/contracts/events/approval-events';
import type { Krw } from '@matgyo/contracts/money';
import { expect, test } from 'vitest';
import { needsTwoAdmins, ownersOf } from './approval-policy.ts';

const limit = '10000000' as Krw;
const ordersOf = (...amounts: readonly string[]) => amounts.map((amount) => ({ krwAmount: amount as Krw }));

test.each([
  { case: 'both orders up to the limit', orders: ordersOf('10000000', '10000000'), byTwo: false },
  { case: 'the sell order above it', orders: ordersOf('10000001', '1'), byTwo: true },
  { case: 'the buy order above it', orders: ordersOf('1', '10000001'), byTwo: true },
  { case: 'amounts compared as numbers', orders: ordersOf('9', '9'), byTwo: false },
])('completed by two admins: $case', ({ orders, byTwo }) => {
  expect(needsTwoAdmins(orders, limit)).toBe(byTwo);
});

test('prices and roles have no parties', () => {
  const price = {
    kind: 'price',
    revision: 1,
    price: '1400',
    before: '1300',
    from: '1300',
  } as RequestedAction;
  expect(ownersOf(price)).toEqual([]);
});
