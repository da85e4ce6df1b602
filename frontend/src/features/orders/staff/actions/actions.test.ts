import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Usdt } from '@matgyo/contracts/money';
import type { OrderStatus } from '@matgyo/contracts/order-status';
import { describe, expect, it } from 'vitest';
import { type Action, actions, isOffered, liveMatches, mayStill } from './actions.ts';

const possible = (status: OrderStatus) => actions.filter((action) => mayStill(action, { status }));

describe('actions on an order that has changed', () => {
  it('an order with a live match is not cancelled before the match', () => {
    const standing = { status: 'Partially Matched', reserved: '1.0000' as Usdt } as const;
    expect(actions.filter((action) => mayStill(action, standing))).toEqual(['complete', 'cancelMatch']);
  });

  it.each<[OrderStatus, readonly Action[]]>([
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

it('matches with a conflict of interest are not acted on', () => {
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

it('matches in a dispute are not acted on', () => {
  const match = (tradeId: string, inCase: boolean) => ({
    tradeId,
    inCase,
    status: 'matched',
    orderId: { _id: '', buyerNickname: '' },
  });
  const order = {
    matchedBuyOrders: [match('first', false), match('second', true)],
    matchedSellOrders: [],
    matchConflicts: [],
  } as unknown as AdminOrderView;
  expect(liveMatches(order).map(({ tradeId }) => tradeId)).toEqual(['first']);
});

it('an action is offered only if the server offers it', () => {
  const order = { action: ['match', 'cancel-match'] } as unknown as AdminOrderView;
  expect(actions.filter((action) => isOffered(action, order))).toEqual(['cancelMatch']);
});
