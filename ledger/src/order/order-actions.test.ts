import { expect, test } from 'vitest';
import { given as givenOf } from '../given-when-then.fixture.ts';
import { LedgerRefusal } from '../refusal.ts';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from './decisions.ts';
import { type Order, orderDecider, statusOf } from './order.ts';
import { allowedActions } from './order-actions.ts';
import {
  approved,
  cancelled,
  completed,
  memberId,
  placed,
  reason,
  rejected,
  reserved,
  settled,
  settledPart,
  trade,
} from './order-events.fixture.ts';

const given = givenOf(orderDecider);

test.each([
  ['Pending Approval', [placed()]],
  ['On Sale', [placed(), approved]],
  ['Waiting for Buy', [placed('buy'), approved]],
  ['In Progress', [placed(), approved, reserved(trade('1'), '10.0000')]],
  ['Partially Matched', [placed(), approved, reserved(trade('1'), '4.0000'), settled(trade('1'), '4.0000')]],
  [
    'Partially Matched',
    [placed(), approved, reserved(trade('1'), '9.0000'), settledPart(trade('1'), '4.0000', '5.0000')],
  ],
  [
    'Sale Completed',
    [placed(), approved, reserved(trade('1'), '10.0000'), settled(trade('1'), '10.0000'), completed],
  ],
  ['Rejected', [placed(), rejected]],
  ['Cancelled', [placed(), cancelled('10.0000')]],
] as const)('%s: the allowed actions are those that the decisions do not refuse', (status, events) => {
  const { state } = given(...events);
  if (state.phase === 'none') throw new Error('nothing was placed');
  expect(statusOf(state)).toBe(status);
  const isAllowed = (decide: (order: Order) => unknown) => {
    try {
      decide(state);
      return true;
    } catch (error) {
      if (error instanceof LedgerRefusal) return false;
      throw error;
    }
  };
  const admin = allowedActions('admin', status);
  expect(admin.includes('approve')).toBe(isAllowed((order) => approve(order)));
  expect(admin.includes('reject')).toBe(isAllowed((order) => reject(order, { reason })));
  expect(admin.includes('cancel')).toBe(isAllowed((order) => cancelAsAdmin(order, { reason })));
  expect(allowedActions('owner', status).includes('cancel')).toBe(
    isAllowed((order) => cancelAsOwner(order, { memberId, reason })),
  );
});
