import { expect, it } from 'vitest';
import { attendTo, isAttended } from './attended.ts';
import { risen } from './risen.ts';

const chats = (counts: Record<string, number>) => ({
  rooms: Object.entries(counts).map(([_id, unread]) => ({
    _id,
    unread,
    kind: 'order' as const,
    orderId: _id,
    orderType: 'sell' as const,
    tradeId: null,
    currentOrderInProgress: null,
  })),
});

it('only what is more than before is new, and nothing is when it is first known', () => {
  expect(risen(undefined, chats({ a: 3 }))).toEqual([]);
  expect(risen(chats({ a: 1, b: 2 }), chats({ a: 2, b: 1, c: 1 }))).toEqual(['a', 'c']);
  expect(risen(chats({ a: 1 }), chats({}))).toEqual([]);
});

it('a room is attended while anybody looks', () => {
  attendTo('a', true);
  attendTo('a', true);
  attendTo('a', false);
  expect(isAttended('a')).toBe(true);
  attendTo('a', false);
  expect(isAttended('a')).toBe(false);
});
