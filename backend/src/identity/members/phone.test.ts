import { phoneField } from '@matgyo/contracts/endpoints/member-fields';
import { expect, test } from 'vitest';
import { RequestFailure } from '../../platform/http/request-failure.ts';
import { normalisedPhone } from './phone.ts';

const korea = ['KR'] as const;

test.each(['01012345678', '821012345678', '+821012345678', '8201012345678'])(
  '%s is read as the same number',
  (typed) => {
    expect(normalisedPhone(typed, [...korea])).toBe('+821012345678');
  },
);

test.each(['010-1234-5678', '+82 10-1234-5678', '82 10 1234 5678'])('%s is the same number', (typed) => {
  expect(normalisedPhone(phoneField.parse(typed), [...korea])).toBe('+821012345678');
});

test.each([
  ['a landline', '0212345678'],
  ['too short', '010123456'],
  ['another country', '+14155550100'],
  ['nonsense', '9999999999'],
])('%s is refused', (_, typed) => {
  expect(() => normalisedPhone(typed, [...korea])).toThrow(RequestFailure);
});

test('numbers of other configured countries are accepted with their prefix', () => {
  expect(normalisedPhone('+819012345678', ['KR', 'JP'])).toBe('+819012345678');
  expect(normalisedPhone('819012345678', ['KR', 'JP'])).toBe('+819012345678');
});
