import { expect, test } from 'vitest';
import { errorCodes, errorTextOf } from './index.ts';

test.each(errorCodes)('%s has a Korean and an English text', (code) => {
  const { ko, en } = errorTextOf(code);
  expect(ko).toMatch(/[가-힣]/);
  expect(en.trim()).not.toBe('');
  expect(en).not.toMatch(/[가-힣]/);
});

test('uses 해요체 in all Korean texts', () => {
  const others = errorCodes.filter((code) => /(습니다|하십시오|합니다)[.!]?$/.test(errorTextOf(code).ko));
  expect(others).toEqual([]);
});
