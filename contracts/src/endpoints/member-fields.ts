import { z } from 'zod';
import { referralCodeSchema } from '../events/member-events.ts';
import { passwordLengthMax, passwordLengthMin, passwordPattern } from '../password.ts';
import { isSolanaAddress } from '../solana-address.ts';
import { plainName } from '../unseen-characters.ts';

/** The rules of section 5 of the specification, one schema per field; a violated rule names its error code. */

const text = (required: string) => z.string(required).overwrite(plainName).trim().min(1, required).max(100);

/** English letters and digits, at least one letter. Unique regardless of case. */
export const nicknameField = z
  .string('NICKNAME_REQUIRED')
  .trim()
  .min(1, 'NICKNAME_REQUIRED')
  .regex(/^(?=.*[A-Za-z])[A-Za-z0-9]{1,30}$/, 'NICKNAME_INVALID');

/** Of names that could be mistaken for the operator. */
const reservedWords = ['administrator', 'matgyo', '관리자', '운영자', '맞교환'] as const;
/** The first admin's usual name, and its variants. Within a word it may be another one, as in `badminton`. */
const adminName = /^admin|admin$/;
const digitsForLetters: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a' };
/** Letters that look like another one, in these names. */
const lookAlikes = [
  ['rn', 'm'],
  ['cl', 'd'],
  ['l', 'i'],
  ['q', 'g'],
] as const;

/** Refused at sign-up, whatever is around a reserved word or between its letters; existing accounts keep theirs. */
export function isReservedName(name: string): boolean {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const spelled = letters.replace(/[0134]/g, (digit) => digitsForLetters[digit] ?? digit);
  const seen = lookAlikes.reduce((text, [written, read]) => text.replaceAll(written, read), spelled);
  const forms = [letters, spelled, seen, letters.replace(/\p{N}/gu, '')];
  return forms.some((form) => adminName.test(form) || reservedWords.some((word) => form.includes(word)));
}

/** At least 5 characters, with one letter and one digit; symbols are allowed. */
export const passwordField = z
  .string('PASSWORD_TOO_SHORT')
  .min(passwordLengthMin, 'PASSWORD_TOO_SHORT')
  .max(passwordLengthMax)
  .regex(passwordPattern, 'PASSWORD_INVALID');

/** A new password, and its repetition if a form asks for it twice. */
export const newPassword = {
  password: passwordField,
  confirmPassword: z.string().max(passwordLengthMax).optional(),
};
type NewPassword = z.output<z.ZodObject<typeof newPassword>>;

/** For `refine`. Also while other fields are invalid, so that a form can mark all errors at once. */
export const passwordConfirmed: Parameters<z.ZodType<NewPassword>['refine']> = [
  ({ password, confirmPassword = password }) => confirmPassword === password,
  {
    error: 'PASSWORD_MISMATCH',
    path: ['confirmPassword'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
];

/** The current password, which may follow older rules. */
export const currentPasswordField = z
  .string('CURRENT_PASSWORD_WRONG')
  .min(1, 'CURRENT_PASSWORD_WRONG')
  .max(passwordLengthMax);

export const fullNameField = text('FULL_NAME_REQUIRED');
export const bankNameField = text('BANK_NAME_REQUIRED');

/** Separators between the digits of a number, including all kinds of hyphens. */
const betweenDigits = /[\s.()\-\u2010-\u2015]/g;

/**
 * 10 to 15 digits, with or without the country's '+', in any grouping (`010-1234-5678`): the same in every call. The
 * server converts it to E.164.
 */
export const phoneField = z
  .string('PHONE_INVALID')
  .max(40, 'PHONE_INVALID')
  .overwrite((typed) => plainName(typed).replace(betweenDigits, ''))
  .regex(/^\+?\d{10,15}$/, 'PHONE_INVALID');

const earliestBirth = '1900-01-01';

/** A calendar day, YYYY-MM-DD, not in the future. */
export const dobField = z
  .string('DOB_REQUIRED')
  .trim()
  .min(1, 'DOB_REQUIRED')
  .refine(
    (day) => z.iso.date().safeParse(day).success && day >= earliestBirth && day <= today(),
    'DOB_INVALID',
  );

const today = (): string => new Date().toISOString().slice(0, 10);

/** Digits, as a string (leading zeros count) or as a JSON number; stored as a string of digits. */
export const bankAccountField = z
  .union([z.string(), z.int().nonnegative().transform(String)], 'BANK_ACCOUNT_INVALID')
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,30}$/, 'BANK_ACCOUNT_INVALID'),
  );

export const tetherAddressField = z
  .string('TETHER_ADDRESS_REQUIRED')
  .trim()
  .min(1, 'TETHER_ADDRESS_REQUIRED')
  .refine(isSolanaAddress, 'TETHER_ADDRESS_INVALID');

export const referralCodeField = z
  .string('REFERRAL_CODE_REQUIRED')
  .trim()
  .min(1, 'REFERRAL_CODE_REQUIRED')
  .refine((code) => referralCodeSchema.safeParse(code).success, 'REFERRAL_CODE_INVALID');

export const telegramField = text('TELEGRAM_REQUIRED').refine((id) => !id.includes('@'), 'TELEGRAM_INVALID');

export const accountStatuses = ['active', 'inactive'] as const;
