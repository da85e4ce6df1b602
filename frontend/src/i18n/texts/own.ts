export const own = {
  period: {
    title: ['기간', 'Period'],
    all: ['전체 기간', 'All time'],
    week: ['최근 7일', 'Last 7 days'],
    month: ['이번 달', 'This month'],
    lastMonth: ['지난달', 'Last month'],
    days: ['날짜 직접 선택', 'Choose dates'],
    from: ['시작일', 'Start date'],
    to: ['종료일', 'End date'],
    noSuchDay: ['없는 날짜예요.', 'There is no such date.'],
    order: ['종료일은 시작일보다 빠를 수 없어요.', 'The end date cannot be before the start date.'],
  },
  csv: {
    download: ['CSV 내려받기', 'Download CSV'],
    done: ['파일을 내려받았어요', 'The file has been downloaded.'],
    failed: [
      '파일을 내려받지 못했어요. 다시 시도해 주세요.',
      'The file could not be downloaded. Please try again.',
    ],
  },
  trades: {
    historyText: [
      '내 주문이 매칭된 기록이에요. 주문 코드를 누르면 그 주문의 전체 기록을 볼 수 있어요.',
      'Every match of your orders. Select an order code to see that order’s full timeline.',
    ],
    loadFailed: ['내 거래내역을 불러오지 못했어요', 'Your trades could not be loaded'],
    none: ['아직 매칭된 거래가 없어요', 'You have no trades yet'],
    noneText: [
      '관리자가 내 주문을 매칭하면 여기에 표시돼요.',
      'They appear here when an admin matches one of your orders.',
    ],
    noneSuch: ['이 조건에 맞는 거래가 없어요', 'No trades match these filters'],
    madeAt: ['매칭 (KST)', 'Matched (KST)'],
    myOrder: ['내 주문', 'My order'],
  },
  transactions: {
    text: [
      '완료된 거래로 주고받은 USDT와 원화예요. 판매자가 별도로 내는 수수료는 나간 USDT에 더해 표시돼요.',
      'The USDT and won exchanged in your completed trades. The fee a seller pays separately is added to the USDT going out.',
    ],
    loadFailed: ['정산 내역을 불러오지 못했어요', 'Your statement could not be loaded'],
    none: ['아직 완료된 거래가 없어요', 'You have no completed trades yet'],
    noneText: [
      '거래가 완료되면 주고받은 금액이 여기에 표시돼요.',
      'The amounts exchanged appear here once a trade is completed.',
    ],
    noneSuch: ['이 기간에 완료된 거래가 없어요', 'No trades were completed in this period'],
    usdt: ['테더 (USDT)', 'Tether (USDT)'],
    krw: ['원화 (원)', 'Won (KRW)'],
    trades: ['완료된 거래', 'Completed trades'],
    reversals: ['(정정 {{reversals}}건)', '({{reversals}} reversed)'],
    volume: ['{판매|구매} 수량 (USDT)', '{Sold|Bought} (USDT)'],
    krwReceived: ['받은 원화', 'Won received'],
    krwPaid: ['보낸 원화', 'Won paid'],
    fee: ['낸 수수료 (USDT)', 'Fees paid (USDT)'],
  },
  partners: {
    text: [
      '거래를 완료한 상대예요. 여기에는 닉네임이 일부만 표시되고, 전체 닉네임은 내 거래내역에서 볼 수 있어요.',
      'Members you have completed trades with. Nicknames are partly hidden here; “My trades” shows them in full.',
    ],
    loadFailed: ['거래 상대를 불러오지 못했어요', 'Your trade partners could not be loaded'],
    none: ['아직 거래한 상대가 없어요', 'You have no trade partners yet'],
    noneText: [
      '거래가 완료되면 상대별 거래 수와 수량이 여기에 표시돼요.',
      'Once a trade is completed, the number and amount of trades per partner appear here.',
    ],
    trades: ['거래 수', 'Trades'],
    count: ['거래 {{trades}}건', '{{trades}} trade', '{{trades}} trades'],
    volume: ['{판매|구매}', '{Sold|Bought}'],
    last: ['마지막 거래 (KST)', 'Last trade (KST)'],
  },
  newPassword: {
    password: ['새 비밀번호', 'New password'],
    again: ['새 비밀번호 확인', 'Confirm new password'],
    hint: ['영문과 숫자를 섞어 5자 이상', 'Letters and digits, at least 5 characters'],
    short: ['12자 이상을 권해요.', 'We recommend 12 characters or more.'],
    guessable: ['추측하기 쉬워요. 흔한 단어를 빼 보세요.', 'Easy to guess. Avoid common words.'],
    strong: ['추측하기 어려운 비밀번호예요.', 'Hard to guess.'],
    againHint: ['같은 비밀번호를 한 번 더 입력해 주세요.', 'Enter the same password again.'],
    same: ['비밀번호가 일치해요.', 'The passwords match.'],
  },
  recover: {
    title: ['비밀번호 재설정', 'Reset your password'],
    intro: [
      '가입할 때 등록한 휴대폰으로 6자리 인증번호를 보내 드려요.',
      'We will text a 6-digit code to the phone you signed up with.',
    ],
    remembered: ['로그인으로 돌아가기', 'Back to sign-in'],
    set: ['새 비밀번호로 변경', 'Set new password'],
    sessionsEnd: ['변경하면 로그인된 모든 기기에서 로그아웃돼요.', 'This signs you out on every device.'],
    done: [
      '비밀번호를 변경했어요. 새 비밀번호로 로그인해 주세요.',
      'Your password has been changed. Please sign in with the new one.',
    ],
    unanswered: [
      '비밀번호를 변경하지 못했어요. 입력한 내용은 그대로 있으니 다시 시도해 주세요.',
      'The password could not be changed. What you entered is still here, so please try again.',
    ],
  },
  password: {
    change: ['비밀번호 변경', 'Change password'],
    current: ['현재 비밀번호', 'Current password'],
    othersEnd: [
      '변경하면 다른 기기에서는 모두 로그아웃되고, 이 기기에서는 로그인이 유지돼요.',
      'This signs you out on every other device. On this one you stay signed in.',
    ],
    done: [
      '비밀번호를 변경했어요. 다른 기기에서는 로그아웃됐어요.',
      'Your password has been changed. Other devices are signed out.',
    ],
    unanswered: [
      '비밀번호를 변경하지 못했어요. 다시 시도해 주세요.',
      'The password could not be changed. Please try again.',
    ],
  },
  support: {
    visitorText: [
      '로그인하면 1:1 문의로 관리자와 이야기할 수 있어요.',
      'Sign in to talk with an admin in the support chat.',
    ],
    visitorGroupText: [
      '로그인하면 1:1 문의로 관리자와 이야기할 수 있어요. 로그인하지 않아도 메신저 단체방에서 관리자에게 연락할 수 있어요.',
      'Sign in to talk with an admin in the support chat. Without an account you can reach the admins in the messaging group.',
    ],
  },
} as const;
