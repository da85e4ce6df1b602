import { expect, test } from 'vitest';
import {
  type ChainedMessage,
  chainStart,
  contentHashOf,
  hashOf,
  isRoomName,
  roomName,
  verifyRoomChain,
} from './room-chain.ts';

const room = 'a'.repeat(24);

function transcript(texts: readonly string[]): ChainedMessage[] {
  let prevHash = chainStart;
  return texts.map((content, index) => {
    const expected = { salt: `salt${index}`, content, imageSha256: null };
    const link = {
      roomId: room,
      seq: index + 1,
      messageId: String(index).repeat(24),
      senderId: 'b'.repeat(24),
      role: 'seller' as const,
      at: `2026-01-01T00:00:0${index}.000Z`,
      contentHash: contentHashOf(expected),
      prevHash,
    };
    prevHash = hashOf(link);
    return { ...expected, ...link, hash: prevHash };
  });
}

const whole = transcript(['one', 'two', 'three', 'four']);
const changed = (change: (copy: ChainedMessage[]) => void) => {
  const copy = structuredClone(whole);
  change(copy);
  return verifyRoomChain(room, copy);
};
const edited = (seq: number, fields: Partial<ChainedMessage>) =>
  changed((copy) => copy.splice(seq - 1, 1, { ...(copy[seq - 1] as ChainedMessage), ...fields }));

test('accepts an unchanged transcript, and an empty one', () => {
  expect(verifyRoomChain(room, whole)).toEqual({ intact: true, messages: 4, lastHash: whole[3]?.hash });
  expect(verifyRoomChain(room, [])).toEqual({ intact: true, messages: 0, lastHash: chainStart });
});

test('names the message whose text, sender or time was changed', () => {
  expect(edited(2, { content: 'TWO' })).toEqual({ intact: false, seq: 2, why: 'content' });
  expect(edited(2, { imageSha256: '00' })).toEqual({ intact: false, seq: 2, why: 'content' });
  for (const fields of [{ senderId: 'x' }, { at: '2027' }, { role: 'buyer' as const }, { messageId: 'x' }])
    expect(edited(3, fields)).toEqual({ intact: false, seq: 3, why: 'hash' });
});

test('detects a message changed together with its hash by the next link', () => {
  const expected = { salt: 's', content: 'TWO', imageSha256: null };
  const contentHash = contentHashOf(expected);
  const link = { ...(whole[1] as ChainedMessage), ...expected, contentHash };
  expect(edited(2, { ...link, hash: hashOf(link) })).toEqual({ intact: false, seq: 3, why: 'link' });
});

test('detects omitted, reordered and foreign messages, and a removed end by the last hash', () => {
  expect(changed((copy) => copy.splice(1, 1))).toEqual({ intact: false, seq: 2, why: 'order' });
  expect(changed((copy) => copy.reverse())).toEqual({ intact: false, seq: 1, why: 'order' });
  expect(verifyRoomChain('c'.repeat(24), whole)).toEqual({ intact: false, seq: 1, why: 'order' });
  expect(changed((copy) => copy.pop())).toMatchObject({ intact: true, lastHash: whole[2]?.hash });
});

test('a room has a distinct name among the signed heads', () => {
  expect(roomName(room)).toBe(`room-${room}`);
  expect([roomName(room), 'order-1', 'order-room-'].map(isRoomName)).toEqual([true, false, false]);
});
