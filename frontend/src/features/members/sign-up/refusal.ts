import { CallFailure, type FailureCode } from '../../../api/call-failure.ts';
import { type SignUpField, stepFields, stepNames } from './sign-up-form.ts';

const fieldOfCode: Partial<Record<FailureCode, SignUpField | 'photo'>> = {
  PHONE_INVALID: 'phone',
  PHONE_TAKEN: 'phone',
  PHONE_UNVERIFIED: 'phone',
  NICKNAME_REQUIRED: 'nickname',
  NICKNAME_INVALID: 'nickname',
  NICKNAME_TAKEN: 'nickname',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_INVALID: 'password',
  PASSWORD_MISMATCH: 'confirmPassword',
  FULL_NAME_REQUIRED: 'fullName',
  DOB_REQUIRED: 'dob',
  DOB_INVALID: 'dob',
  BANK_NAME_REQUIRED: 'bankName',
  BANK_ACCOUNT_INVALID: 'bankAccount',
  TETHER_ADDRESS_REQUIRED: 'tetherAddress',
  TETHER_ADDRESS_INVALID: 'tetherAddress',
  REFERRAL_CODE_REQUIRED: 'referralCode',
  REFERRAL_CODE_INVALID: 'referralCode',
  TELEGRAM_REQUIRED: 'telegram',
  TELEGRAM_INVALID: 'telegram',
  IMAGE_REQUIRED: 'photo',
  IMAGE_INVALID: 'photo',
  IMAGE_EXPIRED: 'photo',
  TOO_LARGE: 'photo',
  UNSUPPORTED_MEDIA_TYPE: 'photo',
};

const allFields: readonly SignUpField[] = stepNames.flatMap((step) => stepFields[step]);

/** The field a refusal is about, so that it is shown there; undefined when it is about none. */
export function faultyField(error: unknown): SignUpField | 'photo' | undefined {
  if (!(error instanceof CallFailure)) return undefined;
  const byCode = fieldOfCode[error.code];
  if (byCode !== undefined) return byCode;
  const fields = error.answer.details['fields'];
  if (typeof fields !== 'object' || fields === null) return undefined;
  return allFields.find((field) => Object.hasOwn(fields, field));
}
