import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { describe, expect, it } from 'vitest';
import { itemsOf } from './conversation-items.ts';
import { gapAfter, merge, type Outgoing, readByOthers, unsent, withRead } from './messages.ts';

const message = (seq: number, change: Partial<ChatMessageView> = {}): ChatMessageView => ({
  _id: `m${seq}`,
  room: 'r',
  seq,
  content: `${seq}`,
  sender: 'mina',
  role: 'seller',
  orderId: 'r',
  orderType: 'sell',
  currentOrderInProgress: null,
  timestamp: '2026-11-20T05:00:00.000Z',
  image: null,
  storedLanguage: 'ko',
  clientId: null,
  ...change,
});
const seqs = (messages: readonly ChatMessageView[]) => messages.map(({ seq }) => seq);

describe('messages of a room', () => {
  it('are merged without duplicates, by number, whatever order they came in', () => {
    const known = merge(merge([], [message(3), message(4)]), [message(6)]);
    expect(seqs(merge(known, [message(5), message(4), message(6), message(7)]))).toEqual([3, 4, 5, 6, 7]);
    expect(seqs(merge(known, [message(1), message(2)]))).toEqual([1, 2, 3, 4, 6]);
    expect(merge(known, [])).toBe(known);
  });

  it('have a gap between two numbers, and up to the room’s last number', () => {
    expect(gapAfter([message(3), message(5)], 5)).toBe(3);
    expect(gapAfter([message(3), message(4)], 9)).toBe(4);
    expect(gapAfter([], 2)).toBe(0);
  });

  it('have no gap where only older pages are not loaded', () => {
    expect(gapAfter([message(3), message(4)], 4)).toBeUndefined();
    expect(gapAfter([message(3), message(4)], 3)).toBeUndefined();
    expect(gapAfter([], 0)).toBeUndefined();
  });
});

const written = (clientId: string): Outgoing => ({
  clientId,
  content: clientId,
  image: undefined,
  state: 'failed',
  progress: 0,
  refusal: undefined,
});

describe('unacknowledged messages', () => {
  it('stay until they are seen as stored, whatever the reply to sending was', () => {
    const waiting = [written('a'), written('b')];
    expect(unsent(waiting, [message(1, { clientId: 'b' })], 'mina').map(({ clientId }) => clientId)).toEqual([
      'a',
    ]);
    expect(unsent(waiting, [message(1)], 'mina')).toBe(waiting);
  });

  it('are not matched with another sender’s of the same client id', () => {
    expect(unsent([written('a')], [message(1, { clientId: 'a', sender: 'jun' })], 'mina')).toHaveLength(1);
  });
});

const room = (change: Partial<ChatRoomView> = {}): ChatRoomView => ({
  _id: 'r',
  kind: 'order',
  orderId: 'r',
  orderType: 'sell',
  currentOrderInProgress: null,
  tradeId: null,
  lastSeq: 9,
  readSeq: 2,
  reads: [
    { reader: 'admin', role: 'admin', seq: 5 },
    { reader: 'jun', role: 'buyer', seq: 3 },
  ],
  closed: false,
  closedAt: null,
  ...change,
});

describe('read marks', () => {
  it('show what the intended readers have read', () => {
    expect(readByOthers(room(), false)).toBe(5);
    expect(readByOthers(room(), true)).toBe(3);
    expect(readByOthers(room({ kind: 'trade' }), false)).toBe(3);
    expect(readByOthers(room({ reads: [] }), false)).toBe(0);
  });

  it('never move back, and reading on another device counts as one’s own', () => {
    const later = withRead(room(), { reader: 'admin', role: 'admin', seq: 4 }, 'mina');
    expect(readByOthers(later, false)).toBe(5);
    expect(withRead(room(), { reader: 'mina', role: 'seller', seq: 7 }, 'mina')).toMatchObject({
      readSeq: 7,
      reads: room().reads,
    });
  });
});

describe('items of a conversation', () => {
  const shapes = (messages: readonly ChatMessageView[], fromSeq?: number) =>
    itemsOf(messages, 'mina', fromSeq === undefined ? undefined : { fromSeq, count: 2 }).map((item) =>
      item.kind === 'group' ? seqs(item.messages).join(' ') : item.kind,
    );

  it('form one group per sender and minute', () => {
    const at = (seq: number, time: string, sender = 'mina') =>
      message(seq, { timestamp: `2026-11-20T05:${time}.000Z`, sender });
    expect(shapes([at(1, '00:01'), at(2, '00:59'), at(3, '01:00'), at(4, '01:01', 'jun')])).toEqual([
      'day',
      '1 2',
      '3',
      '4',
    ]);
  });

  it('start a day at midnight in Korea', () => {
    const messages = [
      message(1, { timestamp: '2026-11-20T14:59:59.000Z' }),
      message(2, { timestamp: '2026-11-20T15:00:00.000Z' }),
    ];
    expect(shapes(messages)).toEqual(['day', '1', 'day', '2']);
  });

  it('mark where unread messages begin, even inside a group', () => {
    expect(shapes([message(1), message(2), message(3)], 2)).toEqual(['day', '1', 'unread', '2 3']);
  });

  it('name a sender once for several groups in a row, and never the user', () => {
    const sentMessages = [
      message(1),
      message(2, { sender: 'jun' }),
      message(3, { sender: 'jun', timestamp: '2026-11-20T05:01:00.000Z' }),
      message(4),
    ];
    const named = itemsOf(sentMessages, 'mina', undefined).flatMap((item) =>
      item.kind === 'group' ? [item.named] : [],
    );
    expect(named).toEqual([false, true, false, false]);
  });
});
