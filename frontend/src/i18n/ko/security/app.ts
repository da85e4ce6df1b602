export const app = {
  app: {
    title: '인증 앱',
    text: '비밀번호를 입력한 뒤 휴대폰 인증 앱의 6자리 코드로 한 번 더 확인해요. 비밀번호가 알려져도 다른 사람이 로그인할 수 없어요.',
    loadFailed: '인증 앱 정보를 불러오지 못했어요',
    required: '관리자와 매니저 권한은 인증 앱을 등록한 뒤에 사용할 수 있어요.',
    register: '인증 앱 등록',
    scan: 'Google Authenticator 같은 인증 앱으로 QR 코드를 스캔하고, 앱에 표시된 6자리 코드를 입력해 주세요.',
    qr: '인증 앱 등록용 QR 코드',
    key: '스캔할 수 없으면 이 키를 앱에 입력해 주세요',
    copyKey: '키 복사',
    copied: '복사했어요',
    code: '앱에 표시된 6자리 코드',
    confirm: '등록하기',
    othersEnd: '등록하면 다른 기기에서는 로그아웃돼요.',
    recoveryTitle: '복구 코드',
    recoveryText:
      '인증 앱을 사용할 수 없을 때 코드 대신 한 번씩 쓸 수 있어요. 지금만 표시되니 안전한 곳에 보관해 주세요.',
    copyCodes: '복구 코드 복사',
    recoverySaved: '보관했어요',
    since: '{{at}}부터 사용 중이에요',
    codesLeft: '남은 복구 코드 {{left}}개',
    remove: '인증 앱 해제',
    removeTitle: '인증 앱을 해제할까요?',
    removeText:
      '해제하면 비밀번호만으로 로그인하고, 다른 기기에서는 로그아웃돼요. 복구 코드도 사용할 수 없어요.',
    removed: '인증 앱을 해제했어요',
  },
} as const;
