import { isFailure } from '../../api/call-failure.ts';

/** By what a code begins with. */
const fields = [
  ['PHONE_', 'phone'],
  ['NICKNAME_', 'nickname'],
  ['PASSWORD_MISMATCH', 'confirmPassword'],
  ['PASSWORD_', 'password'],
  ['FULL_NAME_', 'fullName'],
  ['DOB_', 'dob'],
  ['BANK_NAME_', 'bankName'],
  ['BANK_ACCOUNT_', 'bankAccount'],
  ['TETHER_ADDRESS_', 'tetherAddress'],
  ['REFERRAL_CODE_', 'referralCode'],
  ['TELEGRAM_', 'telegram'],
  ['IMAGE_', 'photo'],
  ['TOO_LARGE', 'photo'],
  ['UNSUPPORTED_MEDIA_TYPE', 'photo'],
] as const;

/** The field of a member that a refusal is about, so that it is shown there; undefined when it is about none. */
export const refusedField = (error: unknown) =>
  isFailure(error) ? fields.find(([code]) => error.code.startsWith(code))?.[1] : undefined;
