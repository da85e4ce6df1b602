import { expect, it } from 'vitest';
import { brokenRule, draftOf, editOf, type MemberDraft } from './member-draft.ts';

const base: MemberDraft = {
  phone: '+821012345678',
  telegram: 'minjae',
  referralCode: 'WELCOME',
  bankName: '토스뱅크',
  bankAccount: '100012345678',
  tetherAddress: 'So11111111111111111111111111111111111111112',
  status: 'inactive',
  admin: false,
  manager: false,
};

it('only changed fields are sent, so that the admin flag stays unchanged', () => {
  expect(editOf(base, { ...base, bankName: ' 국민은행 ', status: 'active' })).toEqual({
    bankName: '국민은행',
    status: 'active',
  });
  expect(editOf(base, base)).toEqual({});
});

it.each([
  ['110234567890', 110234567890],
  ['0110234567890', '0110234567890'],
  ['9007199254740993', '9007199254740993'],
])('a bank account goes as a number where a number says it whole: %s', (typed, sent) => {
  expect(editOf(base, { ...base, bankAccount: typed })).toEqual({ bankAccount: sent });
});

it.each([
  ['phone', '12', 'PHONE_INVALID'],
  ['telegram', '@minjae', 'TELEGRAM_INVALID'],
  ['bankAccount', '12-34', 'BANK_ACCOUNT_INVALID'],
  ['bankName', ' ', 'BANK_NAME_REQUIRED'],
  ['tetherAddress', 'T123', 'TETHER_ADDRESS_INVALID'],
  ['referralCode', '', 'REFERRAL_CODE_REQUIRED'],
] as const)('%s %j breaks %s', (field, text, code) => {
  expect(brokenRule(field, text)).toBe(code);
  expect(brokenRule(field, base[field])).toBeUndefined();
});

it('a draft has the phone as lists show it', () => {
  const member = base as unknown as Parameters<typeof draftOf>[0];
  expect(draftOf(member).phone).toBe('010-1234-5678');
  expect(brokenRule('phone', '010-1234-5678')).toBeUndefined();
});

it('a draft of an account without a phone starts empty', () => {
  const member = { ...base, phone: null, referralCode: null } as unknown as Parameters<typeof draftOf>[0];
  expect(draftOf(member)).toMatchObject({ phone: '', referralCode: '' });
});
