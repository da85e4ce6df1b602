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
  'google123456',
  'Naver!!2024!!',
  'kakao-20010315',
  'chocolate1234',
  '010-1234-5678',
  '198804121988',
  '987654321098',
  'matgyo-gravel-umbrella',
])('%s is not for staff', (password) => {
  expect(isStaffPassword(password)).toBe(false);
});

test.each([
  'umbrella-gravel-71',
  'correct horse battery staple',
  'Vx7#pLq92!mTzR',
  '오늘 저녁은 김치찌개 먹자',
  'password gravel umbrella',
  '839205716482',
  'kqjxzmwvbtyr',
  '4917-2063-8851',
])('%s is', (password) => {
  expect(isStaffPassword(password)).toBe(true);
});

test('a staff password contains neither the nickname nor the phone of its owner', () => {
  const owner = { nickname: 'Minseo7', phone: '+821048201957' };
  for (const password of [
    'gravel-minseo7-umbrella',
    'gravel-M1NSEO7-lamp',
    'gravel 4820-1957',
    '010.4820.1957 umbrella',
  ])
    expect([password, isStaffPassword(password, owner)]).toEqual([password, false]);
  expect(isStaffPassword('gravel-umbrella-5', { ...owner, nickname: 'el' })).toBe(true);
  expect(isStaffPassword('gravel-umbrella-5', { nickname: 'RootAdmin', phone: null })).toBe(true);
});
