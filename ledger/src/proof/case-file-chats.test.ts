import { describe, expect, test } from 'vitest';
import { orderId, tradeId } from './case-file.fixture.ts';
import { chatOf, foundIfSigned } from './changed-case-file.fixture.ts';
import { chainStart, contentHashOf, hashOf } from './room-chain.ts';

describe('the chats of a case file', () => {
  test('name the message that was changed', async () => {
    expect(
      await foundIfSigned((copy) => Object.assign(chatOf(copy).messages[1] as object, { content: '' })),
    ).toEqual([['chats', `message 2 of room ${orderId} does not hold (content)`, orderId]]);
  });

  test('have the images of their messages', async () => {
    const image = { type: 'image/jpeg', bytes: 1, width: 1, height: 1 };
    const missing = `the image of message 2 of room ${orderId} is missing or another one`;
    const withImage = (of: typeof image | null) =>
      foundIfSigned((copy) => {
        const chat = chatOf(copy);
        const text = { salt: '', content: '', imageSha256: '0'.repeat(64) };
        const message = { ...(chat.messages[1] as (typeof chat.messages)[number]), ...text };
        const link = { ...message, contentHash: contentHashOf(text) };
        const last = hashOf(link);
        chat.messages[1] = { ...link, hash: last, image: of as never };
        chat.lastHash = last;
      });
    const findings = await withImage(image);
    expect(findings).not.toContainEqual(['chats', missing, orderId]);
    expect(await withImage(null)).toEqual([...findings, ['chats', missing, orderId]]);
  });

  test('end as they did when the checkpoint was signed', async () => {
    const missing = ['chats', `room ${orderId} does not end as it did: messages are missing`, orderId];
    expect(await foundIfSigned((copy) => chatOf(copy).messages.pop())).toEqual([missing]);
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    for (const change of [{ lastSeq: 3 }, { lastHash: '0'.repeat(64) }])
      expect(await foundIfSigned((copy) => Object.assign(chatOf(copy), change))).toEqual([
        notAsSigned,
        missing,
      ]);
  });

  test('have all their messages where the signed head says so, also if none is left', async () => {
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    const emptied = { messages: [], lastSeq: 0, lastHash: chainStart };
    expect(await foundIfSigned((copy) => Object.assign(chatOf(copy), emptied))).toEqual([notAsSigned]);
  });

  test('have a proof that leads from their end to the signed root', async () => {
    const notAsSigned = ['chats', `room ${orderId} is not as it was when the checkpoint was signed`, orderId];
    const noPath = ['chats', `the proof of room ${orderId} does not lead to the signed root`, orderId];
    for (const change of [{ stream: `room-${tradeId}` }, { revision: 1 }, { hash: '0'.repeat(64) }])
      expect(await foundIfSigned((copy) => Object.assign(chatOf(copy).proof as object, change))).toEqual([
        notAsSigned,
        noPath,
      ]);
    expect(await foundIfSigned((copy) => chatOf(copy).proof?.path.pop())).toEqual([noPath]);
    expect(await foundIfSigned((copy) => Reflect.deleteProperty(chatOf(copy), 'proof'))).toEqual([
      ['chats', `there is no proof of room ${orderId}`, orderId],
    ]);
  });
});
