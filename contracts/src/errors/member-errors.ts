import {
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  tooMany,
  unauthorized,
  unavailable,
} from './error-text.ts';

/**
 * Errors of accounts, sign-up, sign-in and codes (specification, sections 5 and 8). The specification's texts are word
 * for word.
 */
export const memberErrors = {
  NICKNAME_REQUIRED: invalid('Nickname is required.', '닉네임을 입력해 주세요.'),
  NICKNAME_INVALID: invalid(
    'Use English letters or letters with numbers.',
    '영문 또는 영문과 숫자로 입력해 주세요.',
  ),
  NICKNAME_TAKEN: conflict('This nickname is already in use.', '이미 사용 중인 닉네임이에요.'),
  USERNAME_RESERVED: invalid(
    'This name is reserved. Please choose another one.',
    '사용할 수 없는 이름이에요. 다른 이름을 입력해 주세요.',
  ),
  STAFF_PASSWORD_WEAK: invalid(
    'Admins and managers need a password of at least 12 characters that is not made of common words only.',
    '관리자와 매니저의 비밀번호는 12자 이상이어야 하고, 흔한 단어만으로는 만들 수 없어요.',
  ),
  PASSWORD_TOO_SHORT: invalid('Password must be at least 5 characters.', '비밀번호는 5자 이상이어야 해요.'),
  PASSWORD_INVALID: invalid(
    'Password needs at least one letter and one number.',
    '비밀번호에는 영문과 숫자가 하나 이상씩 있어야 해요.',
  ),
  PASSWORD_MISMATCH: invalid(
    'The passwords you entered do not match. Please make sure both fields are same.',
    '비밀번호가 서로 달라요. 두 칸에 같은 비밀번호를 입력해 주세요.',
  ),
  CURRENT_PASSWORD_WRONG: invalid('The current password is wrong.', '현재 비밀번호가 올바르지 않아요.'),
  STEP_UP_REQUIRED: unauthorized(
    'Enter your password again to continue.',
    '계속하려면 비밀번호를 다시 입력해 주세요.',
  ),
  SECOND_FACTOR_REQUIRED: unauthorized(
    'Enter the code from your authenticator app.',
    '인증 앱에 표시된 코드를 입력해 주세요.',
  ),
  SECOND_FACTOR_WRONG: invalid(
    'This code is wrong or was already used. Please enter a new one.',
    '코드가 올바르지 않거나 이미 사용됐어요. 새 코드를 입력해 주세요.',
  ),
  SECOND_FACTOR_ON: conflict(
    'An authenticator app is already registered.',
    '이미 인증 앱이 등록되어 있어요.',
  ),
  SECOND_FACTOR_OFF: notFound('No authenticator app is registered.', '등록된 인증 앱이 없어요.'),
  PASSKEY_REQUIRED: unauthorized(
    'Sign in to this account with its passkey.',
    '이 계정은 패스키로 로그인해 주세요.',
  ),
  PASSKEY_REFUSED: invalid(
    'This passkey was not accepted. Please try again.',
    '패스키를 확인하지 못했어요. 다시 시도해 주세요.',
  ),
  PASSKEY_UNREGISTERED: invalid(
    'This passkey is not registered. Please use your password instead.',
    '등록되지 않은 패스키예요. 비밀번호를 이용해 주세요.',
  ),
  PASSKEY_NAME_REQUIRED: invalid('Name is required.', '이름을 입력해 주세요.'),
  PASSKEY_NOT_FOUND: notFound('This passkey no longer exists.', '이미 삭제된 패스키예요.'),
  PASSKEYS_FULL: conflict(
    'There can be no more than 10 passkeys. Remove one first.',
    '패스키는 10개까지 등록할 수 있어요. 먼저 하나를 삭제해 주세요.',
  ),
  SIGN_IN_EXPIRED: unauthorized(
    'This sign-in has expired. Please sign in again.',
    '로그인 시간이 지났어요. 다시 로그인해 주세요.',
  ),
  SESSION_NOT_FOUND: notFound('This device is no longer signed in.', '이미 로그아웃된 기기예요.'),
  FULL_NAME_REQUIRED: invalid('Full name is required.', '이름을 입력해 주세요.'),
  DOB_REQUIRED: invalid('Date of birth is required.', '생년월일을 입력해 주세요.'),
  DOB_INVALID: invalid(
    'Please enter a valid date of birth, like 1990-03-14.',
    '올바른 생년월일을 입력해 주세요. 예) 1990-03-14',
  ),
  PHONE_INVALID: invalid('Please enter a valid phone number.', '올바른 휴대폰 번호를 입력해 주세요.'),
  PHONE_TAKEN: conflict('This phone number is already in use.', '이미 사용 중인 휴대폰 번호예요.'),
  PHONE_UNVERIFIED: invalid('Please complete phone verification first.', '먼저 휴대폰 인증을 완료해 주세요.'),
  BANK_NAME_REQUIRED: invalid('Bank name is required.', '은행 이름을 입력해 주세요.'),
  BANK_ACCOUNT_INVALID: invalid('Valid bank account number is required.', '올바른 계좌번호를 입력해 주세요.'),
  BANK_ACCOUNT_REQUIRED: invalid(
    'You have no bank account to receive the won yet. Ask for one in the support chat.',
    '원화를 받을 은행 계좌가 아직 없어요. 1:1 문의로 등록을 요청해 주세요.',
  ),
  BANK_ACCOUNT_UNCONFIRMED: invalid(
    'Your bank account still waits for confirmation. See Payment methods.',
    '은행 계좌가 아직 확인 대기 중이에요. 결제 수단에서 확인해 주세요.',
  ),
  TETHER_ADDRESS_REQUIRED: invalid('Tether address is required.', '테더 지갑 주소를 입력해 주세요.'),
  TETHER_ADDRESS_UNCONFIRMED: invalid(
    'Your Tether wallet still waits for confirmation. See Payment methods.',
    '테더 지갑이 아직 확인 대기 중이에요. 결제 수단에서 확인해 주세요.',
  ),
  TETHER_ADDRESS_INVALID: invalid(
    'Please enter a valid Solana (SOL) wallet address.',
    '올바른 솔라나(SOL) 지갑 주소를 입력해 주세요.',
  ),
  REFERRAL_CODE_REQUIRED: invalid('Referral code is required.', '추천 코드를 입력해 주세요.'),
  REFERRAL_CODE_INVALID: invalid(
    'A referral code has up to 40 characters and no spaces.',
    '추천 코드는 공백 없이 40자까지 쓸 수 있어요.',
  ),
  TELEGRAM_REQUIRED: invalid('Telegram ID is required.', '텔레그램 아이디를 입력해 주세요.'),
  TELEGRAM_INVALID: invalid("Telegram ID must not contain '@'.", "텔레그램 아이디는 '@' 없이 입력해 주세요."),
  IMAGE_REQUIRED: invalid('Please select an image to upload.', '올릴 사진을 선택해 주세요.'),
  IMAGE_INVALID: invalid('Please upload a valid image file.', 'JPG, PNG, WebP 사진 파일을 올려 주세요.'),
  IMAGE_EXPIRED: invalid(
    'The uploaded image has expired. Please upload it again.',
    '올린 사진이 만료됐어요. 다시 올려 주세요.',
  ),
  CODE_REQUIRED: invalid(
    'Please enter a valid 6-digit SMS code.',
    '문자로 받은 인증번호 6자리를 입력해 주세요.',
  ),
  OTP_REQUIRED: invalid('Please enter a valid 6-digit OTP.', '인증번호 6자리를 입력해 주세요.'),
  OTP_WRONG: invalid('Invalid OTP. Please try again.', '인증번호가 올바르지 않아요. 다시 시도해 주세요.'),
  CODE_TOO_SOON: tooMany(
    'Please wait a moment before requesting another code.',
    '잠시 후에 인증번호를 다시 요청해 주세요.',
  ),
  SMS_FAILED: unavailable('Failed to send SMS.', '문자를 보내지 못했어요. 잠시 후 다시 시도해 주세요.'),
  SMS_RESEND_FAILED: unavailable(
    'Failed to resend SMS.',
    '문자를 다시 보내지 못했어요. 잠시 후 다시 시도해 주세요.',
  ),
  CREDENTIALS_WRONG: unauthorized('Wrong nickname or password.', '닉네임이나 비밀번호가 올바르지 않아요.'),
  USER_NOT_VERIFIED: forbidden('User not Verified', '휴대폰 인증이 필요해요.'),
  MEMBER_NOT_FOUND: notFound('User not found.', '회원을 찾을 수 없어요.'),
  MEMBER_FIELD_READ_ONLY: badRequest(
    'Username, nickname, full name and date of birth cannot be changed.',
    '사용자 이름, 닉네임, 이름, 생년월일은 변경할 수 없어요.',
  ),
  MEMBER_CHANGED: conflict(
    'This member changed while you were looking.',
    '보는 동안 회원 정보가 바뀌었어요.',
  ),
  REFERRAL_CODE_OWN: forbidden(
    'You cannot enter your own invite code for another member.',
    '다른 회원의 추천 코드에 본인의 초대 코드를 입력할 수 없어요.',
  ),
  PAYOUT_CHANGE_OVER: conflict('This change is no longer open.', '이미 처리된 변경이에요.'),
  PAYOUT_CHANGE_HELD: conflict(
    'This change can be approved 24 hours after it was made.',
    '변경한 지 24시간이 지나야 승인할 수 있어요.',
  ),
  PAYOUT_CHANGE_OWN: forbidden(
    'You made this change or part of it, or it is your own account. Another admin has to approve it.',
    '본인이 한 변경이 들어 있거나 본인의 정보예요. 다른 관리자가 승인해야 해요.',
  ),
  ADMIN_PHONE_OWN: forbidden(
    'Only the admin themselves can change their phone number.',
    '관리자의 휴대폰 번호는 본인만 변경할 수 있어요.',
  ),
  COUNTERPART_OWN: forbidden(
    'You have a match in progress with this member. Another admin or manager has to edit them.',
    '진행 중인 매칭의 상대 회원이에요. 다른 관리자나 매니저가 수정해야 해요.',
  ),
  MEMBER_EXISTS: conflict('This account already exists.', '이미 있는 계정이에요.'),
  LAST_ADMIN: conflict(
    'This is the last active admin. Give another member the admin role first.',
    '마지막 활성 관리자예요. 먼저 다른 회원에게 관리자 권한을 부여해 주세요.',
  ),
};
