export const members = {
  account: {
    states: {
      active: ['활성', 'Active'],
      inactive: ['비활성', 'Inactive'],
      awaiting: ['활성화 대기', 'Awaiting activation'],
      deactivated: ['비활성화됨', 'Deactivated'],
    },
    deactivatedText: [
      '계정이 비활성화되어 주문할 수 없어요. 궁금한 점은 1:1 문의로 남겨 주세요.',
      'Your account has been deactivated, so you cannot place orders. Ask in the support chat if you have questions.',
    ],
    level: ['레벨', 'Level'],
  },
  levelList: {
    window: ['거래 단계마다 {{duration}}', '{{duration}} for each payment step'],
    trades: [
      '완료한 거래 {{count}}건 이상',
      '{{count}} completed trade or more',
      '{{count}} completed trades or more',
    ],
    casesLost: [
      '불리한 판정 {{count}}건 이하',
      'at most {{count}} dispute lost',
      'at most {{count}} disputes lost',
    ],
    limit: ['진행 중인 주문 {{krw}}까지', 'open orders up to {{krw}}'],
    noLimit: ['한도 없음', 'no limit'],
  },
  member: {
    nickname: ['닉네임', 'Nickname'],
    username: ['사용자 이름', 'Username'],
    password: ['비밀번호', 'Password'],
    fullName: ['이름', 'Full name'],
    dob: ['생년월일', 'Date of birth'],
    phone: ['휴대폰 번호', 'Phone number'],
    bankName: ['은행', 'Bank name'],
    bankAccount: ['계좌번호', 'Bank account number'],
    tetherAddress: ['테더 지갑 주소', 'Tether wallet address'],
    referralCode: ['추천 코드', 'Referral code'],
    telegram: ['텔레그램 아이디', 'Telegram ID'],
  },
  signIn: {
    failed: ['로그인하지 못했어요. 다시 시도해 주세요.', 'Failed to sign in. Please try again.'],
    intro: ['닉네임과 비밀번호를 입력해 주세요.', 'Enter your nickname and password.'],
    expired: [
      '로그인이 만료됐어요. 다시 로그인하면 보던 화면으로 돌아가요.',
      'Your session has expired. Sign in to return to where you were.',
    ],
    refused: [
      '로그아웃됐어요. 비밀번호나 인증 방법, 계정의 상태나 권한이 변경됐거나 다른 기기에서 로그아웃했을 수 있어요. 다시 로그인하면 보던 화면으로 돌아가요.',
      'You were signed out. The password, the second factor, or the status or roles of your account may have been changed, or you signed out on another device. Sign in to return to where you were.',
    ],
    idle: [
      '한동안 사용하지 않아 로그아웃됐어요. 다시 로그인하면 보던 화면으로 돌아가요.',
      'You were signed out after a period of inactivity. Sign in to return to where you were.',
    ],
    needed: ['로그인하면 보려던 화면으로 이동해요.', 'Sign in to continue to the page you wanted.'],
    passwordRequired: ['비밀번호를 입력해 주세요.', 'Password is required.'],
    forgotNickname: ['닉네임을 잊었어요', 'Forgot nickname?'],
    forgotPassword: ['비밀번호를 잊었어요', 'Forgot password?'],
  },
  forgotten: { openGroup: ['단체방 열기', 'Open the group'] },
  verify: {
    title: ['휴대폰 인증', 'Verify your phone'],
    intro: [
      '계정에 등록된 휴대폰으로 6자리 인증번호를 보내 드려요.',
      'We will text a 6-digit code to the phone number of your account.',
    ],
    failed: [
      '인증하는 중에 문제가 생겼어요. 다시 시도해 주세요.',
      'An error occurred during verification. Please try again.',
    ],
    resendFailed: [
      '인증번호를 다시 보내지 못했어요. 다시 시도해 주세요.',
      'Failed to resend OTP. Please try again.',
    ],
  },
  code: {
    label: ['인증번호 6자리', '6-digit code'],
    digit: ['{{place}}번째 숫자', 'Digit {{place}}'],
    send: ['인증번호 받기', 'Send code'],
    resend: ['인증번호 다시 받기', 'Resend code'],
    resendIn: ['{{seconds}}초 뒤에 다시 받을 수 있어요', 'Resend in {{seconds}} s'],
    sent: ['인증번호를 보냈어요', 'The code has been sent.'],
    resent: ['인증번호를 다시 보냈어요', 'The code has been sent again.'],
    smsSent: ['문자를 보냈어요', 'The SMS has been sent.'],
    smsResent: ['문자를 다시 보냈어요', 'The SMS has been sent again.'],
    smsFailed: ['문자를 보내지 못했어요. 다시 시도해 주세요.', 'Failed to send SMS.'],
    smsResendFailed: ['문자를 다시 보내지 못했어요. 다시 시도해 주세요.', 'Failed to resend SMS.'],
    notCome: [
      '문자가 오지 않으면 닉네임이 맞는지 확인해 주세요.',
      'No text message? Please check the nickname.',
    ],
    check: ['인증하기', 'Verify'],
    checkFailed: ['인증번호를 확인하지 못했어요. 다시 시도해 주세요.', 'Error verifying code.'],
    verified: ['휴대폰을 인증했어요', 'Your phone is verified.'],
    badPaste: [
      '붙여 넣은 값이 올바르지 않아요. 숫자 6자리를 붙여 넣어 주세요.',
      'Invalid paste format. Please paste a 6-digit number.',
    ],
  },
} as const;
