import { expect, test } from 'vitest';
import { type ErrorCode, errorCodes, errorTextOf } from './index.ts';

/** Every text of sections 2, 5 and 8 of the specification that a server sends, and its error code. */
const sentences: readonly (readonly [sentence: string, code: ErrorCode])[] = [
  ['Use English letters or letters with numbers.', 'NICKNAME_INVALID'],
  ['This nickname is already in use.', 'NICKNAME_TAKEN'],
  ['Nickname is required.', 'NICKNAME_REQUIRED'],
  ['Full name is required.', 'FULL_NAME_REQUIRED'],
  ['Password must be at least 5 characters.', 'PASSWORD_TOO_SHORT'],
  ['The passwords you entered do not match. Please make sure both fields are same.', 'PASSWORD_MISMATCH'],
  ['Date of birth is required.', 'DOB_REQUIRED'],
  ['Bank name is required.', 'BANK_NAME_REQUIRED'],
  ['Valid bank account number is required.', 'BANK_ACCOUNT_INVALID'],
  ['Tether address is required.', 'TETHER_ADDRESS_REQUIRED'],
  ['Please enter a valid phone number.', 'PHONE_INVALID'],
  ['Please complete phone verification first.', 'PHONE_UNVERIFIED'],
  ['Please enter a valid 6-digit SMS code.', 'CODE_REQUIRED'],
  ['Please enter a valid 6-digit OTP.', 'OTP_REQUIRED'],
  ['Invalid OTP. Please try again.', 'OTP_WRONG'],
  ['Failed to send SMS.', 'SMS_FAILED'],
  ['Failed to resend SMS.', 'SMS_RESEND_FAILED'],
  ['Invalid or expired token', 'INVALID_TOKEN'],
  ['User not Verified', 'USER_NOT_VERIFIED'],
  ['Please enter a valid KRW amount greater than 0.', 'KRW_NOT_POSITIVE'],
  ['USDT amount must be greater than 0.', 'USDT_NOT_POSITIVE'],
  ['USDT amount does not match KRW amount and rate.', 'USDT_MISMATCH'],
  ['input buyer Order ID', 'MATCH_NEEDS_TWO_ORDERS'],
  // The specification has the leading space.
  [' Order ID not found. Please try again.', 'ORDER_NOT_FOUND'],
  ['These orders were created from the same account.', 'SAME_ACCOUNT'],
  ['Insert price', 'PRICE_REQUIRED'],
  ['Please select an image to upload.', 'IMAGE_REQUIRED'],
  ['Please upload a valid image file.', 'IMAGE_INVALID'],
  ['Image size must be less than 5MB.', 'CHAT_IMAGE_TOO_LARGE'],
  ['Failed to submit inquiry', 'INQUIRY_NOT_SUBMITTED'],
];

test.each(sentences)('%j is used word for word, with a Korean text', (sentence, code) => {
  const { en, ko } = errorTextOf(code);
  expect(en).toBe(sentence);
  expect(ko).toMatch(/[가-힣]/);
});

test('uses each text for one error only', () => {
  const texts = errorCodes.map((code) => errorTextOf(code).en);
  for (const [sentence] of sentences) expect(texts.filter((one) => one === sentence)).toEqual([sentence]);
});
