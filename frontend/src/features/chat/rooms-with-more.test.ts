import { expect, it } from 'vitest';
import { roomsWithMore } from './chat-watch.ts';
import { isRoomOnScreen, noteRoomOnScreen } from './rooms-on-screen.ts';

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

it('counts only rooms with more unread messages than before, and none in the first answer', () => {
  expect(roomsWithMore(undefined, chats({ a: 3 }))).toEqual([]);
  expect(roomsWithMore(chats({ a: 1, b: 2 }), chats({ a: 2, b: 1, c: 1 }))).toEqual(['a', 'c']);
  expect(roomsWithMore(chats({ a: 1 }), chats({}))).toEqual([]);
});

it('a room is on screen until its last view is removed', () => {
  noteRoomOnScreen('a', true);
  noteRoomOnScreen('a', true);
  noteRoomOnScreen('a', false);
  expect(isRoomOnScreen('a')).toBe(true);
  noteRoomOnScreen('a', false);
  expect(isRoomOnScreen('a')).toBe(false);
});
