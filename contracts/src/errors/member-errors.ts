import type { StatedError } from './error-text.ts';

/**
 * Errors of accounts, sign-up, sign-in and codes (specification, sections 5 and 8). The specification's texts are word
 * for word.
 */
export const memberErrors = {
  NICKNAME_REQUIRED: { status: 422, en: 'Nickname is required.', ko: '닉네임을 입력해 주세요.' },
  NICKNAME_INVALID: {
    status: 422,
    en: 'Use English letters or letters with numbers.',
    ko: '영문 또는 영문과 숫자로 입력해 주세요.',
  },
  NICKNAME_TAKEN: { en: 'This nickname is already in use.', ko: '이미 사용 중인 닉네임이에요.' },
  USERNAME_RESERVED: {
    status: 422,
    en: 'This name is reserved. Please choose another one.',
    ko: '사용할 수 없는 이름이에요. 다른 이름을 입력해 주세요.',
  },
  STAFF_PASSWORD_WEAK: {
    status: 422,
    en: 'Admins and managers need a password of at least 12 characters that is not made of common words only.',
    ko: '관리자와 매니저의 비밀번호는 12자 이상이고, 흔한 단어로만 만들 수 없어요.',
  },
  PASSWORD_TOO_SHORT: {
    status: 422,
    en: 'Password must be at least 5 characters.',
    ko: '비밀번호는 5자 이상이어야 해요.',
  },
  PASSWORD_INVALID: {
    status: 422,
    en: 'Password needs at least one letter and one number.',
    ko: '비밀번호에는 영문과 숫자가 하나 이상씩 있어야 해요.',
  },
  PASSWORD_MISMATCH: {
    status: 422,
    en: 'The passwords you entered do not match. Please make sure both fields are same.',
    ko: '비밀번호가 서로 달라요. 두 칸에 같은 비밀번호를 입력해 주세요.',
  },
  CURRENT_PASSWORD_WRONG: {
    status: 422,
    en: 'The current password is wrong.',
    ko: '현재 비밀번호가 올바르지 않아요.',
  },
  STEP_UP_REQUIRED: {
    status: 401,
    en: 'Enter your password again to continue.',
    ko: '계속하려면 비밀번호를 다시 입력해 주세요.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    en: 'Enter the code from your authenticator app.',
    ko: '인증 앱에 표시된 코드를 입력해 주세요.',
  },
  SECOND_FACTOR_WRONG: {
    status: 422,
    en: 'This code is wrong or was already used.',
    ko: '코드가 올바르지 않거나 이미 사용됐어요.',
  },
  SECOND_FACTOR_ON: {
    en: 'An authenticator app is already registered.',
    ko: '이미 인증 앱이 등록되어 있어요.',
  },
  SECOND_FACTOR_OFF: {
    status: 404,
    en: 'No authenticator app is registered.',
    ko: '등록된 인증 앱이 없어요.',
  },
  PASSKEY_REQUIRED: {
    status: 401,
    en: 'Sign in to this account with its passkey.',
    ko: '이 계정은 패스키로 로그인해 주세요.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    en: 'This passkey was not accepted. Please try again.',
    ko: '패스키를 확인하지 못했어요. 다시 시도해 주세요.',
  },
  PASSKEY_NAME_REQUIRED: { status: 422, en: 'Name is required.', ko: '이름을 입력해 주세요.' },
  PASSKEY_NOT_FOUND: { status: 404, en: 'This passkey no longer exists.', ko: '이미 삭제된 패스키예요.' },
  PASSKEYS_FULL: {
    en: 'There can be no more than 10 passkeys. Remove one first.',
    ko: '패스키는 10개까지 등록할 수 있어요. 먼저 하나를 삭제해 주세요.',
  },
  SIGN_IN_EXPIRED: {
    status: 401,
    en: 'This sign-in has expired. Please sign in again.',
    ko: '로그인 시간이 지났어요. 다시 로그인해 주세요.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    en: 'This device is no longer signed in.',
    ko: '이미 로그아웃된 기기예요.',
  },
  FULL_NAME_REQUIRED: { status: 422, en: 'Full name is required.', ko: '이름을 입력해 주세요.' },
  DOB_REQUIRED: { status: 422, en: 'Date of birth is required.', ko: '생년월일을 입력해 주세요.' },
  DOB_INVALID: {
    status: 422,
    en: 'Please enter a valid date of birth.',
    ko: '올바른 생년월일을 입력해 주세요.',
  },
  PHONE_INVALID: {
    status: 422,
    en: 'Please enter a valid phone number.',
    ko: '올바른 휴대폰 번호를 입력해 주세요.',
  },
  PHONE_TAKEN: { en: 'This phone number is already in use.', ko: '이미 사용 중인 휴대폰 번호예요.' },
  PHONE_UNVERIFIED: {
    status: 422,
    en: 'Please complete phone verification first.',
    ko: '먼저 휴대폰 인증을 완료해 주세요.',
  },
  BANK_NAME_REQUIRED: { status: 422, en: 'Bank name is required.', ko: '은행 이름을 입력해 주세요.' },
  BANK_ACCOUNT_INVALID: {
    status: 422,
    en: 'Valid bank account number is required.',
    ko: '올바른 계좌번호를 입력해 주세요.',
  },
  TETHER_ADDRESS_REQUIRED: {
    status: 422,
    en: 'Tether address is required.',
    ko: '테더 지갑 주소를 입력해 주세요.',
  },
  TETHER_ADDRESS_INVALID: {
    status: 422,
    en: 'Please enter a valid Solana (SOL) wallet address.',
    ko: '올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.',
  },
  REFERRAL_CODE_REQUIRED: { status: 422, en: 'Referral code is required.', ko: '추천 코드를 입력해 주세요.' },
  REFERRAL_CODE_INVALID: {
    status: 422,
    en: 'A referral code has up to 40 characters and no spaces.',
    ko: '추천 코드는 공백 없이 40자까지 쓸 수 있어요.',
  },
  TELEGRAM_REQUIRED: { status: 422, en: 'Telegram ID is required.', ko: '텔레그램 아이디를 입력해 주세요.' },
  TELEGRAM_INVALID: {
    status: 422,
    en: "Telegram ID must not contain '@'.",
    ko: "텔레그램 아이디는 '@' 없이 입력해 주세요.",
  },
  IMAGE_REQUIRED: { status: 422, en: 'Please select an image to upload.', ko: '올릴 사진을 선택해 주세요.' },
  IMAGE_INVALID: {
    status: 422,
    en: 'Please upload a valid image file.',
    ko: 'JPG, PNG, WebP 사진 파일을 올려 주세요.',
  },
  IMAGE_EXPIRED: {
    status: 422,
    en: 'The uploaded image has expired. Please upload it again.',
    ko: '올린 사진이 만료됐어요. 다시 올려 주세요.',
  },
  CODE_REQUIRED: {
    status: 422,
    en: 'Please enter a valid 6-digit SMS code.',
    ko: '문자로 받은 인증번호 6자리를 입력해 주세요.',
  },
  OTP_REQUIRED: {
    status: 422,
    en: 'Please enter a valid 6-digit OTP.',
    ko: '인증번호 6자리를 입력해 주세요.',
  },
  OTP_WRONG: {
    status: 422,
    en: 'Invalid OTP. Please try again.',
    ko: '인증번호가 올바르지 않아요. 다시 시도해 주세요.',
  },
  CODE_TOO_SOON: {
    status: 429,
    en: 'Please wait a moment before requesting another code.',
    ko: '잠시 후에 인증번호를 다시 요청해 주세요.',
  },
  SMS_FAILED: { status: 503, en: 'Failed to send SMS.', ko: '문자를 보내지 못했어요.' },
  SMS_RESEND_FAILED: { status: 503, en: 'Failed to resend SMS.', ko: '문자를 다시 보내지 못했어요.' },
  CREDENTIALS_WRONG: {
    status: 401,
    en: 'Wrong nickname or password.',
    ko: '닉네임이나 비밀번호가 올바르지 않아요.',
  },
  USER_NOT_VERIFIED: { status: 403, en: 'User not Verified', ko: '휴대폰 인증이 필요해요.' },
  MEMBER_NOT_FOUND: { status: 404, en: 'User not found.', ko: '회원을 찾을 수 없어요.' },
  MEMBER_FIELD_READ_ONLY: {
    status: 400,
    en: 'Username, nickname, full name and date of birth cannot be changed.',
    ko: '사용자 이름, 닉네임, 이름, 생년월일은 변경할 수 없어요.',
  },
  MEMBER_CHANGED: {
    en: 'This member changed while you were looking.',
    ko: '보는 동안 회원 정보가 바뀌었어요.',
  },
  REFERRAL_CODE_OWN: {
    status: 403,
    en: 'You cannot enter your own invite code for another member.',
    ko: '다른 회원의 추천 코드에 본인의 초대 코드를 입력할 수 없어요.',
  },
  PAYOUT_CHANGE_OVER: { en: 'This change is no longer open.', ko: '이미 처리된 변경이에요.' },
  PAYOUT_CHANGE_HELD: {
    en: 'This change can be approved 24 hours after it was made.',
    ko: '변경한 지 24시간이 지나야 승인할 수 있어요.',
  },
  PAYOUT_CHANGE_OWN: {
    status: 403,
    en: 'You made this change or part of it, or it is your own account. Another admin has to approve it.',
    ko: '본인이 한 변경이 들어 있거나 본인의 정보예요. 다른 관리자가 승인해야 해요.',
  },
  ADMIN_PHONE_OWN: {
    status: 403,
    en: 'Only the admin themselves can change their phone number.',
    ko: '관리자의 휴대폰 번호는 본인만 변경할 수 있어요.',
  },
  MEMBER_EXISTS: { en: 'This account already exists.', ko: '이미 있는 계정이에요.' },
  LAST_ADMIN: {
    en: 'The last active admin cannot lose the role or be deactivated.',
    ko: '마지막 관리자는 권한을 해제하거나 계정을 비활성화할 수 없어요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
