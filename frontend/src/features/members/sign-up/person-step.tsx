import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { TextField } from './text-field.tsx';

const digitsOf = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '');

/** `19900314` and `1990.3.14` become `1990-03-14` as they are typed. */
export function tidyDate(typed: string): string {
  const padded = typed
    .normalize('NFKC')
    .replace(/^(\d{4}\D+)([1-9])(?=\D)/, '$10$2')
    .replace(/^(\d{4}\D+\d\d\D+)([1-9])(?=\D)/, '$10$2');
  const digits = digitsOf(padded).slice(0, 8);
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter((part) => part !== '').join('-');
}

const banks = [
  'KB국민은행',
  '신한은행',
  '우리은행',
  '하나은행',
  'NH농협은행',
  'IBK기업은행',
  '카카오뱅크',
  '토스뱅크',
  '케이뱅크',
  'SC제일은행',
  'iM뱅크',
  '부산은행',
  '경남은행',
  '광주은행',
  '전북은행',
  '제주은행',
  '수협은행',
  '새마을금고',
  '신협',
  '우체국',
] as const;

export function PersonStep() {
  const { t } = useTexts();
  const bankList = useId();
  return (
    <div className="grid gap-4">
      <TextField name="fullName" label={t('member.fullName')} autoComplete="name" maxLength={100} />
      <TextField
        name="dob"
        label={t('member.dob')}
        hint={t('signUp.dobHint')}
        placeholder="1990-03-14"
        inputMode="numeric"
        autoComplete="bday"
        tidy={tidyDate}
      />
      <TextField
        name="bankName"
        label={t('member.bankName')}
        list={bankList}
        autoComplete="off"
        maxLength={100}
      />
      <datalist id={bankList}>
        {banks.map((bank) => (
          <option key={bank} value={bank} />
        ))}
      </datalist>
      <TextField
        name="bankAccount"
        label={t('member.bankAccount')}
        hint={t('signUp.bankAccountHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        tidy={digitsOf}
      />
    </div>
  );
}
