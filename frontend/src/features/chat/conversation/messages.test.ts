import type { ChatMessageView, ChatRoomView } from '@matgyo/contracts/endpoints/chat-views';
import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';
import { gapAfter, merge, type Outgoing, readByOthers, unsent, withRead } from './messages.ts';

const message = (seq: number, facts: Partial<ChatMessageView> = {}): ChatMessageView => ({
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
  ...facts,
});
const seqs = (messages: readonly ChatMessageView[]) => messages.map(({ seq }) => seq);

describe('what is known of a room', () => {
  it('is each message once and in order, however it came', () => {
    const known = merge(merge([], [message(3), message(4)]), [message(6)]);
    expect(seqs(merge(known, [message(5), message(4), message(6), message(7)]))).toEqual([3, 4, 5, 6, 7]);
    expect(seqs(merge(known, [message(1), message(2)]))).toEqual([1, 2, 3, 4, 6]);
    expect(merge(known, [])).toBe(known);
  });

  it('misses what lies between two numbers, and what the room counts beyond the last', () => {
    expect(gapAfter([message(3), message(5)], 5)).toBe(3);
    expect(gapAfter([message(3), message(4)], 9)).toBe(4);
    expect(gapAfter([], 2)).toBe(0);
  });

  it('misses nothing where only older pages were not read', () => {
    expect(gapAfter([message(3), message(4)], 4)).toBeUndefined();
    expect(gapAfter([message(3), message(4)], 3)).toBeUndefined();
    expect(gapAfter([], 0)).toBeUndefined();
  });
});

const written = (clientId: string): Outgoing => ({
  clientId,
  content: clientId,
  image: undefined,
  writtenAt: '2026-11-20T05:00:00.000Z',
  state: 'failed',
  progress: 0,
  refusal: undefined,
});

describe('what was written and not acknowledged', () => {
  it('stays until it is seen as stored, whatever its sending said', () => {
    const waiting = [written('a'), written('b')];
    expect(unsent(waiting, [message(1, { clientId: 'b' })], 'mina').map(({ clientId }) => clientId)).toEqual([
      'a',
    ]);
    expect(unsent(waiting, [message(1)], 'mina')).toBe(waiting);
  });

  it('is not taken for somebody else’s of the same name', () => {
    expect(unsent([written('a')], [message(1, { clientId: 'a', sender: 'jun' })], 'mina')).toHaveLength(1);
  });
});

const room = (facts: Partial<ChatRoomView> = {}): ChatRoomView => ({
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
  ...facts,
});

describe('how far was read', () => {
  it('is how far those have for whom one wrote', () => {
    expect(readByOthers(room(), false)).toBe(5);
    expect(readByOthers(room(), true)).toBe(3);
    expect(readByOthers(room({ kind: 'trade' }), false)).toBe(3);
    expect(readByOthers(room({ reads: [] }), false)).toBe(0);
  });

  it('never goes back, and one’s own reading elsewhere counts as one’s own', () => {
    const later = withRead(room(), { reader: 'admin', role: 'admin', seq: 4 }, 'mina');
    expect(readByOthers(later, false)).toBe(5);
    expect(withRead(room(), { reader: 'mina', role: 'seller', seq: 7 }, 'mina')).toMatchObject({
      readSeq: 7,
      reads: room().reads,
    });
  });
});

describe('the lines of a conversation', () => {
  const shapes = (messages: readonly ChatMessageView[], fromSeq?: number) =>
    linesOf(messages, 'mina', fromSeq === undefined ? undefined : { fromSeq, count: 2 }).map((line) =>
      line.kind === 'group' ? seqs(line.messages).join(' ') : line.kind,
    );

  it('are one group for a sender and a minute', () => {
    const at = (seq: number, time: string, sender = 'mina') =>
      message(seq, { timestamp: `2026-11-20T05:${time}.000Z`, sender });
    expect(shapes([at(1, '00:01'), at(2, '00:59'), at(3, '01:00'), at(4, '01:01', 'jun')])).toEqual([
      'day',
      '1 2',
      '3',
      '4',
    ]);
  });

  it('begin a day when it does in Korea', () => {
    const messages = [
      message(1, { timestamp: '2026-11-20T14:59:59.000Z' }),
      message(2, { timestamp: '2026-11-20T15:00:00.000Z' }),
    ];
    expect(shapes(messages)).toEqual(['day', '1', 'day', '2']);
  });

  it('say where the unread begin, in the middle of a group too', () => {
    expect(shapes([message(1), message(2), message(3)], 2)).toEqual(['day', '1', 'unread', '2 3']);
  });

  it('name somebody once for what they say in a row, and never oneself', () => {
    const said = [
      message(1),
      message(2, { sender: 'jun' }),
      message(3, { sender: 'jun', timestamp: '2026-11-20T05:01:00.000Z' }),
      message(4),
    ];
    const named = linesOf(said, 'mina', undefined).flatMap((line) =>
      line.kind === 'group' ? [line.named] : [],
    );
    expect(named).toEqual([false, true, false, false]);
  });
});
