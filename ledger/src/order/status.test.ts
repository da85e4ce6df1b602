import type { Usdt } from '@matgyo/contracts/money';
import type { OrderPhase } from '@matgyo/contracts/order-status';
import { describe, expect, test } from 'vitest';
import { orderStatus, shownStatus } from './status.ts';

const quantities = (open: string, reserved: string, settled: string, withdrawn = '0.0000') => ({
  amount: '10.0000' as Usdt,
  open: open as Usdt,
  reserved: reserved as Usdt,
  settled: settled as Usdt,
  withdrawn: withdrawn as Usdt,
});
const untouched = quantities('10.0000', '0.0000', '0.0000');

describe('the displayed status', () => {
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

test.each([
  ['0.0000', '0.0000', 'Sale Completed', 'Buy Completed'],
  ['4.0000', '0.0000', 'Partially Matched', 'Partially Matched'],
  ['0.0000', '4.0000', 'Partially Matched', 'Partially Matched'],
])('a trail shows an order with %s open and %s in trade as %s / %s', (open, reserved, sell, buy) => {
  const state = { ...quantities(open, reserved, '6.0000'), status: 'Partially Matched' } as const;
  expect(shownStatus('sell', state)).toBe(sell);
  expect(shownStatus('buy', state)).toBe(buy);
  expect(shownStatus('sell', { ...state, status: 'Cancelled' })).toBe('Cancelled');
});
