import { describe, expect, it } from 'vitest';
import { tidyDate } from './person-step.tsx';
import { firstOpenStep, type SignUpForm } from './sign-up-form.ts';

const completeForm: SignUpForm = {
  phone: '01048217730',
  nickname: 'seojin0907',
  username: '',
  password: 'secret1',
  confirmPassword: 'secret1',
  fullName: '김서진',
  dob: '1990-03-14',
  bankName: 'KB국민은행',
  bankAccount: '0482102',
  tetherAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  referralCode: 'HANEUL7',
  telegram: 'seojin_p2p',
};

describe('the current step of the sign-up form', () => {
  it('is the phone until it is verified, whatever else is filled in', () => {
    expect(firstOpenStep(completeForm, false)).toBe('phone');
  });

  it('is the photo if all fields are valid', () => {
    expect(firstOpenStep(completeForm, true)).toBe('photo');
  });

  it.each([
    ['account', { nickname: '1234' }],
    ['account', { password: 'letters' }],
    ['account', { confirmPassword: 'secret2' }],
    ['account', { confirmPassword: '' }],
    ['person', { dob: '1990-02-30' }],
    ['person', { bankAccount: '' }],
    ['wallet', { tetherAddress: 'TRX-address' }],
    ['wallet', { telegram: '@seojin' }],
  ] as const)('is at %s when %o', (step, change) => {
    expect(firstOpenStep({ ...completeForm, ...change }, true)).toBe(step);
  });
});

describe('a date as typed', () => {
  it.each([
    ['1990', '1990'],
    ['199003', '1990-03'],
    ['19900314', '1990-03-14'],
    ['1990.3', '1990-3'],
    ['199003145', '1990-03-14'],
    ['1990.3.14', '1990-03-14'],
    ['1990. 3. 4.', '1990-03-04'],
    ['1990년 3월 4일', '1990-03-04'],
    ['1990-3-', '1990-03'],
    ['１９９００３１４', '1990-03-14'],
  ])('%s becomes %s', (typed, tidied) => {
    expect(tidyDate(typed)).toBe(tidied);
  });
});
