import { expect, it } from 'vitest';
import { readablePhone } from './phone.ts';

it('formats a Korean mobile number with its zero and hyphens', () => {
  expect(readablePhone('+821048217730')).toBe('010-4821-7730');
  expect(readablePhone('+82101234567')).toBe('010-123-4567');
});

it('leaves a foreign number unchanged', () => {
  expect(readablePhone('+14155550123')).toBe('+14155550123');
});
