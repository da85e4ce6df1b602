import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openText, sealText } from './sealed-text.ts';

const key = createSecretKey(randomBytes(32));

test('a sealed text opens with its key for its member, and each sealing differs', () => {
  const sealed = sealText(key, 'a', '국민은행 0012345');
  expect(openText(key, 'a', sealed)).toBe('국민은행 0012345');
  expect(sealText(key, 'a', '국민은행 0012345')).not.toBe(sealed);
  expect(sealed).not.toContain('0012345');
});

test.each([
  ['another key', (sealed: string) => openText(createSecretKey(randomBytes(32)), 'a', sealed)],
  ['another member', (sealed: string) => openText(key, 'b', sealed)],
  [
    'a changed byte',
    (sealed: string) => openText(key, 'a', `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`),
  ],
  ['a piece of it', (sealed: string) => openText(key, 'a', sealed.slice(0, 20))],
])('does not open with %s', (_, open) => {
  expect(open(sealText(key, 'a', '0012345'))).toBeUndefined();
});
