import { z } from 'zod';
import { oneTimeCodePaths } from '../paths/one-time-codes.ts';
import { endpoint, storedLanguage } from './endpoint.ts';
import { phoneField } from './member-fields.ts';

/** The response is the same whether or not an account has this number or nickname. */
export const codeSent = z.object({ message: z.string(), resendAfterSeconds: z.int() });

const nickname = z.string().trim().min(1).max(100);
/** As a JSON number only with six digits: a shorter one may have lost leading zeros. */
const codeField = (code: 'CODE_REQUIRED' | 'OTP_REQUIRED') =>
  z.union([z.string(), z.int().min(100_000).max(999_999).transform(String)], code).pipe(
    z
      .string()
      .trim()
      .regex(/^\d{6}$/, code),
  );

/** The nickname for signing in: not checked by the rule for new ones, so that a refusal reveals nothing. */
export const accountNickname = z.string('NICKNAME_REQUIRED').trim().min(1, 'NICKNAME_REQUIRED').max(100);
/** The code that was sent to the phone of an account. */
export const accountCode = codeField('OTP_REQUIRED');

/**
 * With the nickname of an account the code verifies its phone. Without a nickname, or with a phone and the nickname
 * that someone is signing up with, it goes to the phone.
 */
const resendBody = z.union([
  z.object({ nickname, phone: z.string().max(40).nullish(), storedLanguage }),
  z.object({ phone: phoneField, storedLanguage }),
]);

/** `{phone, verificationCode}` while signing up, `{nickname, code}` on the one-time code screen. */
const verifyBody = z.union([
  z.object({ nickname, code: accountCode, storedLanguage }),
  z.object({ phone: phoneField, verificationCode: codeField('CODE_REQUIRED'), storedLanguage }),
]);

const sendErrors = ['PHONE_INVALID', 'CODE_TOO_SOON', 'CHALLENGE_REQUIRED'] as const;

export const oneTimeCodeEndpoints = {
  sendCode: endpoint(oneTimeCodePaths.sendCode, {
    summary:
      'Sends a six-digit code to a phone that is about to sign up. It is valid for 3 minutes and 5 attempts.',
    body: z.object({ phone: phoneField, storedLanguage }),
    response: codeSent,
    errors: [...sendErrors, 'SMS_FAILED'],
  }),
  resendCode: endpoint(oneTimeCodePaths.resendCode, {
    summary: 'Sends a new code, at the earliest 60 s after the last one, which becomes invalid.',
    body: resendBody,
    response: codeSent,
    errors: [...sendErrors, 'SMS_RESEND_FAILED'],
  }),
  verifyCode: endpoint(oneTimeCodePaths.verifyCode, {
    summary: 'Checks a code, which is valid once; reports it if the phone already has an account.',
    body: verifyBody,
    response: z.object({ message: z.string(), data: z.object({ isVerified: z.boolean() }) }),
    errors: ['PHONE_INVALID', 'CODE_REQUIRED', 'OTP_REQUIRED', 'OTP_WRONG', 'PHONE_TAKEN'],
  }),
} as const;
