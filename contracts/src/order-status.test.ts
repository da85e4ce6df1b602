import { describe, expect, test } from 'vitest';
import type { Usdt } from './money.ts';
import {
  type OrderPhase,
  orderStatus,
  orderStatuses,
  orderStatusRank,
  statusesMeantBy,
} from './order-status.ts';

const quantities = (open: string, reserved: string, settled: string, withdrawn = '0.0000') => ({
  amount: '10.0000' as Usdt,
  open: open as Usdt,
  reserved: reserved as Usdt,
  settled: settled as Usdt,
  withdrawn: withdrawn as Usdt,
});
const untouched = quantities('10.0000', '0.0000', '0.0000');

describe('the status shown', () => {
  test.each([
    ['pending', untouched, 'Pending Approval', 'Pending Approval'],
    ['open', untouched, 'On Sale', 'Waiting for Buy'],
    ['open', quantities('4.0000', '6.0000', '0.0000'), 'Partially Matched', 'Partially Matched'],
    ['open', quantities('4.0000', '0.0000', '6.0000'), 'Partially Matched', 'Partially Matched'],
    ['open', quantities('0.0000', '10.0000', '0.0000'), 'In Progress', 'In Progress'],
    ['open', quantities('0.0000', '4.0000', '6.0000'), 'In Progress', 'In Progress'],
    ['completed', quantities('0.0000', '0.0000', '10.0000'), 'Sale Completed', 'Buy Completed'],
    ['rejected', untouched, 'Rejected', 'Rejected'],
    ['cancelled', quantities('0.0000', '0.0000', '6.0000', '4.0000'), 'Cancelled', 'Cancelled'],
  ] satisfies [OrderPhase, ReturnType<typeof quantities>, string, string][])(
    '%s, %j: %s / %s',
    (phase, of, sell, buy) => {
      expect(orderStatus('sell', phase, of)).toBe(sell);
      expect(orderStatus('buy', phase, of)).toBe(buy);
    },
  );
});

describe('the other spellings', () => {
  test.each([
    ['On sell', ['On Sale']],
    ['Sell completed', ['Sale Completed']],
    ['completed', ['Sale Completed', 'Buy Completed']],
    ['Waiting for uy', ['Waiting for Buy']],
    [' pending APPROVAL ', ['Pending Approval']],
    ['constructor', []],
    ['', []],
  ])('%j means %j', (text, expected) => {
    expect(statusesMeantBy(text)).toEqual(expected);
  });

  test('are never produced', () => {
    for (const spelling of ['On sell', 'Sell completed', 'completed', 'Waiting for uy'])
      expect(orderStatuses).not.toContain(spelling);
  });
});

test('histories show pending first, then what is on offer, completed, in progress, and what never was last', () => {
  const sorted = [...orderStatuses].sort((a, b) => orderStatusRank(a) - orderStatusRank(b));
  expect(sorted).toEqual([
    'Pending Approval',
    'On Sale',
    'Waiting for Buy',
    'Partially Matched',
    'Sale Completed',
    'Buy Completed',
    'In Progress',
    'Rejected',
    'Cancelled',
  ]);
});
