import { expect, test } from 'vitest';
import { isStaffPassword } from './staff-password.ts';

test.each([
  'short-one-7',
  '123456789012',
  'Password1234',
  'P@ssw0rd2026!!',
  'administrator1',
  'admin-pass-1',
  'Matgyo-admin-2026',
  'qwertyuiop12',
  'Welcome2Seoul!',
  'aaaaaaaaaaaa1',
  'zzzyyyzzzyyy99',
  '비비비비비비비비비비비비',
])('%s is not for staff', (password) => {
  expect(isStaffPassword(password)).toBe(false);
});

test.each([
  'umbrella-gravel-71',
  'correct horse battery staple',
  'Vx7#pLq92!mTzR',
  '오늘 저녁은 김치찌개 먹자',
  'password gravel umbrella',
])('%s is', (password) => {
  expect(isStaffPassword(password)).toBe(true);
});
