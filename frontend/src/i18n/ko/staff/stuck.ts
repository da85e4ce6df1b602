/** What does not move, and why. */
export const stuck = {
  stuck: {
    intro: '1분 넘게 완료되지 않은 매칭과 중단된 조회 모델이에요. 5초마다 새로고침해요.',
    loadFailed: '처리 지연 현황을 불러오지 못했어요',
    trades: '완료되지 않은 매칭',
    noTrades: '지연된 매칭이 없어요.',
    trade: '매칭',
    since: '지연 시작',
    attempts: '시도 횟수',
    unknown: '확인 중',
    readModels: '조회 모델',
    lag: '지연',
    moves: '정상',
    haltedSince: '{{at}}부터 중단',
    retry: '{{what}} 다시 시도',
    retried: '다시 시도하고 있어요',
    codes: {
      title: '문자 하루 한도',
      signUp: '가입',
      account: '비밀번호 재설정과 계정 인증',
      notice: '보안 안내',
      sent: '{{kind}}: 24시간 한도 {{most}}건 중 {{sent}}건 발송',
    },
    log: '원장',
    events: '기록 수',
  },
  /** Why nothing is signed any more; in the order of what a reader should think of first. */
  signing: {
    title: '서명',
    refusedSince: '{{at}}부터 서명이 중단됐어요',
    why: {
      witnessDisagrees: '마지막 체크포인트가 데이터베이스와 외부 파일에서 서로 달라요.',
      checkpointNotGenuine: '최근 체크포인트가 신뢰하는 키로 서명되지 않았어요.',
      logCut: '서명된 기록이 없어졌어요.',
      logRewritten: '서명된 기록이 변경됐어요.',
      chainBroken: '이전 기록과 이어지지 않는 기록이 있어요.',
      roomRewritten: '서명된 채팅과 이어지지 않는 채팅이 있어요.',
      headsChanged: '스트림 최신 기록의 조회 모델이 실제 기록과 달라요.',
    },
  },
} as const;
