import { expect, test } from 'vitest';
import { messageFields } from './chat-views.ts';

test('a text as large as an image may be is refused before it is cleaned', () => {
  const before = performance.now();
  const content = `a${'\u0301'.repeat(5)}`.repeat(600_000);
  const { error } = messageFields.safeParse({ orderId: 'a', content });
  expect(error?.issues.map(({ message }) => message)).toEqual(['CHAT_MESSAGE_TOO_LONG']);
  // Cleaning it takes more than a second.
  expect(performance.now() - before).toBeLessThan(500);
});

test('invisible characters do not count', () => {
  const content = `${'\u200b'.repeat(5_000)}hello`;
  expect(messageFields.parse({ orderId: 'a', content }).content).toBe('hello');
});
