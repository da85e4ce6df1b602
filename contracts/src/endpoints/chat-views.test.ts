import { expect, test } from 'vitest';
import { messageFields } from './chat-views.ts';

test('a text as large as an image is refused before it is cleaned, which would take a second', () => {
  // Cleaned first, it would be short enough.
  const content = `${'\u200b'.repeat(3_600_000)}hello`;
  const { error } = messageFields.safeParse({ orderId: 'a', content });
  expect(error?.issues.map(({ message }) => message)).toEqual(['CHAT_MESSAGE_TOO_LONG']);
});

test('invisible characters do not count', () => {
  const content = `${'\u200b'.repeat(5_000)}hello`;
  expect(messageFields.parse({ orderId: 'a', content }).content).toBe('hello');
});
