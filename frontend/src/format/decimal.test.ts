import { expect, it } from 'vitest';
import { formatDecimals } from './amount.ts';
import { signOf } from './decimal.ts';

it('rounds half up on the digits themselves', () => {
  expect(formatDecimals('812.5250', 'ko', 2, 2)).toBe('812.53');
  expect(formatDecimals('9999999999999999.9950', 'en', 2, 2)).toBe('10,000,000,000,000,000.00');
  expect(formatDecimals('1412', 'ko', 0, 4)).toBe('1,412');
});

it.each([
  ['-0.0001', -1],
  ['0.0000', 0],
  ['-0', 0],
  ['12.5', 1],
] as const)('the sign of %s is %d', (text, sign) => {
  expect(signOf(text)).toBe(sign);
});
