import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as browser from './sha256.browser.ts';
import * as node from './sha256.node.ts';

test('the browser implementation equals node:crypto for any length', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(browser.sha256Hex(bytes)).toBe(node.sha256Hex(bytes));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      expect([...browser.sha256(text)]).toEqual([...node.sha256(text)]);
    }),
  );
});
