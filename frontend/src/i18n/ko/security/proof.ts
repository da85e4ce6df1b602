export const proof = {
  challenge: {
    text: '지금 요청이 많아 이 기기에서 간단한 확인 작업을 하고 있어요. 끝나면 자동으로 이어져요.',
    progress: '확인 작업 진행률',
  },
  stepUp: {
    title: '비밀번호를 다시 입력해 주세요',
    text: '중요한 작업이라 본인인지 한 번 더 확인해요. 확인하면 하던 작업이 이어져요.',
    withCode: '인증 앱 코드로 확인',
    withPassword: '비밀번호로 확인',
    confirm: '확인하고 계속',
    cancel: '취소',
  },
  confirmAlone: {
    title: '확인할 다른 관리자가 없어요',
    text: '관리자가 한 명뿐이라, 다른 사람의 확인 없이 처리했다고 기록에 남아요. 계속하려면 아래 내용을 그대로 입력해 주세요.',
    label: '위의 금액(원) 또는 닉네임',
    wrong: '위에 표시된 내용과 달라요.',
    confirm: '확인하고 계속',
    cancel: '취소',
  },
  appCode: {
    label: '인증 앱 코드',
    hint: '앱을 사용할 수 없으면 복구 코드를 입력해 주세요.',
    back: '처음부터 다시 로그인',
    intro: '인증 앱에 표시된 6자리 코드를 입력해 주세요.',
  },
} as const;
