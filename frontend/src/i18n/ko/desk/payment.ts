/** The steps of a match's payment as admins see them, and the time for each. */
export const payment = {
  marks: {
    title: '거래 단계',
    byAdmin: '관리자가 대신 표시',
    undone: '되돌림',
    reason: '표시되지 않은 단계가 있어요. 완료하는 사유를 선택해 주세요.',
    confirmedInChat: '채팅으로 확인',
    confirmedByPhone: '전화로 확인',
    confirmedElsewhere: '다른 경로로 확인',
  },
  window: {
    overdue: '시간 초과',
  },
} as const;
