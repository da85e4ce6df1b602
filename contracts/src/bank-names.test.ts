import { expect, test } from 'vitest';
import { accountFor, bankNameFor } from './bank-names.ts';

test.each([
  ['국민은행', 'KB Kookmin Bank (국민은행)'],
  ['KB 국민은행', 'KB Kookmin Bank (KB 국민은행)'],
  ['IBK기업은행', 'IBK Industrial Bank of Korea (IBK기업은행)'],
  ['NH농협', 'NH NongHyup (NH농협)'],
  // Readable as it is, and not to be taken for another bank.
  ['K뱅크', 'K뱅크'],
  ['새 은행', '새 은행'],
  ['constructor', 'constructor'],
])('%s has its English name only for readers of English: %s', (entered, shown) => {
  expect(bankNameFor('en', entered)).toBe(shown);
  expect(bankNameFor('ko', entered)).toBe(entered);
});

test('an account is its bank as it is shown, and its number', () => {
  const account = { bankName: '국민은행', bankAccount: '123-456' };
  expect(accountFor('en', account)).toBe('KB Kookmin Bank (국민은행) 123-456');
  expect(accountFor('ko', account)).toBe('국민은행 123-456');
});
