import { randomBytes } from 'node:crypto';

/** A form that satisfies every rule of section 5; `fields` replace its own. */
export function signUpForm(fields: Readonly<Record<string, string>> = {}) {
  return {
    nickname: `member${randomBytes(5).toString('hex')}`,
    password: 'secret1',
    fullName: '홍길동',
    dob: '1990-02-28',
    phone: '01012345678',
    bankName: '한국은행',
    bankAccount: '00123456789',
    tetherAddress: 'So11111111111111111111111111111111111111112',
    referralCode: 'WELCOME',
    telegram: 'gildong',
    status: 'inactive',
    ...fields,
  };
}

/** A JPEG of eight by eight grey pixels. */
export const smallJpeg = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.from(
      '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKwAf//Z',
      'base64',
    ),
  );
