import type { MemberId } from '@matgyo/contracts/ids';
import { expect, test } from 'vitest';
import { isOfOwnOrder, mayClose, mayWrite, membersOf, roleIn } from './chat-policy.ts';

const id = (letter: string) => letter.repeat(24) as MemberId;
const none = { seller_id: null, buyer_id: null, member_id: null };
const trade = { ...none, seller_id: id('a'), buyer_id: id('b') };
const support = { ...none, member_id: id('c') };
const as = (letter: string, admin = false) => ({ memberId: id(letter), admin });

test('a room of a trade is read by its two parties and by admins', () => {
  expect(roleIn(trade, as('a'))).toBe('seller');
  expect(roleIn(trade, as('b'))).toBe('buyer');
  expect(roleIn(trade, as('d', true))).toBe('admin');
  expect(roleIn(trade, as('c'))).toBeUndefined();
});

test('a support room is read by its member and by admins', () => {
  expect(roleIn(support, as('c'))).toBe('member');
  expect(roleIn(support, as('d', true))).toBe('admin');
  expect(roleIn(support, as('a'))).toBeUndefined();
});

test('an admin who is a member of a room reads it as a member', () => {
  expect(['a', 'b'].map((letter) => roleIn(trade, as(letter, true)))).toEqual(['seller', 'buyer']);
  expect(roleIn(support, as('c', true))).toBe('member');
});

test('the members of a room are named once, without admins', () => {
  expect(membersOf(trade)).toEqual([id('a'), id('b')]);
  expect(membersOf({ ...trade, buyer_id: id('a') })).toEqual([id('a')]);
  expect(membersOf(support)).toEqual([id('c')]);
});

test('inactive members write to their support room only', () => {
  const roles = ['seller', 'buyer', 'member', 'admin'] as const;
  expect(roles.filter((role) => mayWrite(role, { status: 'active' }))).toEqual(roles);
  expect(roles.filter((role) => mayWrite(role, { status: 'inactive' }))).toEqual(['member']);
});

test('admins close rooms, but not of their own orders and matches', () => {
  expect([as('a'), as('a', true)].map(mayClose)).toEqual([false, true]);
  const roles = ['seller', 'buyer', 'member', 'admin'] as const;
  expect(roles.filter(isOfOwnOrder)).toEqual(['seller', 'buyer']);
});
