import { expect, test } from 'vitest';
import { asFailure, errorAnswer } from './error-answer.ts';
import { failure } from './request-failure.ts';

const errorOf = (retryAfterSeconds: number | undefined, language: 'ko' | 'en') =>
  errorAnswer(
    failure('TOO_MANY_REQUESTS', undefined, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    language,
    'a request',
  ).body.error;

test.each([
  [undefined, '잠시 후', 'later'],
  [60, '잠시 후', 'later'],
  [61, '2분 후에', 'in 2 minutes'],
  [3_540.5, '1시간 후에', 'in 1 hour'],
  [3_661, '2시간 후에', 'in 2 hours'],
  [86_400, '24시간 후에', 'in 24 hours'],
])('a refusal for %s s says when to try again', (seconds, ko, en) => {
  expect(errorOf(seconds, 'ko')).toBe(`요청이 너무 많아요. ${ko} 다시 시도해 주세요.`);
  expect(errorOf(seconds, 'en')).toBe(`Too many requests. Please try again ${en}.`);
});

test('a full disk is an outage, after which the caller may repeat the call, and no bug', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(errorAnswer(asFailure(full), 'en', 'a request')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
  });
});
