import { expect, it } from 'vitest';
import { readablePhone, tidyPhone } from './phone.ts';

it('formats a Korean mobile number with its zero and hyphens', () => {
  expect(readablePhone('+821048217730')).toBe('010-4821-7730');
  expect(readablePhone('+82101234567')).toBe('010-123-4567');
});

it('leaves a foreign number unchanged', () => {
  expect(readablePhone('+14155550123')).toBe('+14155550123');
});

it.each([
  ['01077778888', '010-7777-8888'],
  ['010 7777', '010-777-7'],
  ['010-123-4567', '010-123-4567'],
  ['+82 10-7777-8888', '+821077778888'],
  ['0212345678', '0212345678'],
  ['０１０－７７７７－８８８８', '010-7777-8888'],
])('%s is shown as %s while it is typed', (typed, shown) => {
  expect(tidyPhone(typed)).toBe(shown);
});
