import { expect, test } from 'vitest';
import { isReservedName, phoneField } from './member-fields.ts';
import { memberEndpoints } from './members.ts';
import { oneTimeCodeEndpoints } from './one-time-codes.ts';
import { signUpFields } from './sign-up-fields.ts';

test.each([
  ['010-1234-5678', '01012345678'],
  ['010 1234 5678', '01012345678'],
  ['010.1234.5678', '01012345678'],
  ['(010) 1234–5678', '01012345678'],
  [' +82 10-1234-5678 ', '+821012345678'],
])('a number is read however its digits are grouped: %s', (typed, digits) => {
  expect(phoneField.parse(typed)).toBe(digits);
});

test.each(['010-1234', '010-1234-5678-90123', '010/1234/5678', '0101234567a', '--', '1'.repeat(200)])(
  'refuses anything but 10 to 15 digits: %s',
  (typed) => {
    expect(phoneField.safeParse(typed).error?.issues.at(0)?.message).toBe('PHONE_INVALID');
  },
);

test('reads a phone number the same way in every call', () => {
  const phone = '010-1234-5678';
  const read = [
    memberEndpoints.editMember.body.parse({ phone }).phone,
    oneTimeCodeEndpoints.sendCode.body.parse({ phone }).phone,
    oneTimeCodeEndpoints.resendCode.body.parse({ phone }).phone,
    oneTimeCodeEndpoints.verifyCode.body.parse({ phone, verificationCode: '123456' }),
    signUpFields.shape.phone.parse(phone),
  ];
  expect(read).toEqual([
    '01012345678',
    '01012345678',
    '01012345678',
    { phone: '01012345678', verificationCode: '123456' },
    '01012345678',
  ]);
});

test.each([
  'adrnin',
  'AdrninKim',
  'siteadmln',
  'aclmin',
  'rnatgyo',
  'Matqyo1',
  'adm1nistrator',
  'admlnistrator',
])('reserves %s, which reads like a name of the operator', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(['badminton', 'minji', 'carnival', 'clara', 'modern', 'Earnest7'])('leaves %s free', (name) => {
  expect(isReservedName(name)).toBe(false);
});
