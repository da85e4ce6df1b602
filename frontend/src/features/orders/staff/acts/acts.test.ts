import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { describe, expect, it } from 'vitest';
import { type Act, acts, isOffered, liveMatches, mayStill } from './acts.ts';

const possible = (status: OrderStatus) => acts.filter((act) => mayStill(act, status));

describe('what may still be tried on an order that moved on', () => {
  it.each<[OrderStatus, readonly Act[]]>([
    ['Pending Approval', ['approve', 'reject', 'cancel']],
    ['On Sale', ['cancel']],
    ['Waiting for Buy', ['cancel']],
    ['Partially Matched', ['cancel', 'complete', 'cancelMatch']],
    ['In Progress', ['complete', 'cancelMatch']],
    ['Sale Completed', []],
    ['Buy Completed', []],
    ['Rejected', []],
    ['Cancelled', []],
  ])('%s: %j', (status, expected) => {
    expect(possible(status)).toEqual(expected);
  });
});

it('matches that the caller may not act on are none that are acted on', () => {
  const match = (tradeId: string) => ({
    tradeId,
    status: 'matched',
    orderId: { _id: '', buyerNickname: '' },
  });
  const order = {
    matchedBuyOrders: [match('first'), match('second')],
    matchedSellOrders: [],
    matchConflicts: [{ tradeId: 'first', conflict: 'OWN_ORDER' }],
  } as unknown as AdminOrderView;
  expect(liveMatches(order).map(({ tradeId }) => tradeId)).toEqual(['second']);
});

it('an act is offered when the server says so, and not otherwise', () => {
  const order = { action: ['match', 'cancel-match'] } as unknown as AdminOrderView;
  expect(acts.filter((act) => isOffered(act, order))).toEqual(['cancelMatch']);
});
