import { describe, expect, test } from 'vitest';
import { orderStatuses, orderStatusRank, statusesMeantBy } from './order-status.ts';

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

  test('are never displayed', () => {
    for (const spelling of ['On sell', 'Sell completed', 'completed', 'Waiting for uy'])
      expect(orderStatuses).not.toContain(spelling);
  });
});

test('ranks pending first, then offered, completed, in progress, and rejected or cancelled last', () => {
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
