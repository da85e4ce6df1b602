import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { expect, test } from 'vitest';
import { evolveOrderState, type OrderMove, placedOrderState } from '../order/order-state.ts';
import { openKrwOf } from './open-krw.ts';

const usdt = (text: string) => text as Usdt;
const orderId = '0000000000000000000000a1' as never;
const tradeId = '0000000000000000000000b1' as never;
const counterOrderId = '0000000000000000000000a2' as never;
const placed = { ...placedOrderState(usdt('7.0825')), krwAmount: '10000.5' as Krw, price: '1412' as Price };
const approved = { type: 'OrderApproved', data: { orderId } } as const;
const fill = (type: 'FillReserved' | 'FillReleased' | 'FillSettled', amount: string) =>
  ({ type, data: { orderId, tradeId, counterOrderId, amount: usdt(amount) } }) as OrderMove;

test.each([
  ['pending, it counts with the won it was placed for', [], '10000.5'],
  ['open, it does too', [approved], '10000.5'],
  ['reserved, it still does', [approved, fill('FillReserved', '7.0825')], '10000.5'],
  [
    'partly settled, the rest counts at its price, half up',
    [approved, fill('FillReserved', '2.0000'), fill('FillSettled', '2.0000')],
    '7176',
  ],
  [
    'released, it counts in full again',
    [approved, fill('FillReserved', '2.0000'), fill('FillReleased', '2.0000')],
    '10000.5',
  ],
  ['rejected, it counts nothing', [{ type: 'OrderRejected', data: { orderId, reason: 'OTHER' } }], '0'],
  [
    'withdrawn after a part was settled, it counts nothing',
    [
      approved,
      fill('FillReserved', '2.0000'),
      fill('FillSettled', '2.0000'),
      { type: 'OrderCancelled', data: { orderId, reason: 'OTHER', withdrawn: usdt('5.0825') } },
    ],
    '0',
  ],
  [
    'completed, it counts nothing',
    [
      approved,
      fill('FillReserved', '7.0825'),
      fill('FillSettled', '7.0825'),
      { type: 'OrderCompleted', data: { orderId } },
    ],
    '0',
  ],
] as [string, OrderMove[], string][])('%s', (_, moves, krw) => {
  const order = moves.reduce((before, move) => evolveOrderState(before, move), placed);
  expect(openKrwOf(order)).toBe(krw);
});
