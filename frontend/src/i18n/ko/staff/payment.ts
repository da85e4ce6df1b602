/** The steps of a match's payment as admins see them, and the time for each. */
export const payment = {
  marks: {
    title: '거래 단계',
    byAdmin: '관리자가 대신 표시',
    undone: '되돌림',
    reason: '표시되지 않은 단계가 있어요. 완료하는 사유를 선택해 주세요.',
    reasonMissing: '사유를 선택해야 완료할 수 있어요. 기록에 남아요.',
  },
  window: {
    change: '제한 시간 변경',
    title: '제한 시간을 변경할까요?',
    how: '변경 방법',
    extend: '연장',
    pause: '일시 정지',
    resume: '재개',
    minutes: '연장할 시간 (분)',
    minutesInvalid: '1분부터 1,440분까지 입력할 수 있어요',
    extendBy: '{{minutes}}분 연장',
    until: '{{until}}까지로 늘어나요.',
    reason: '사유를 선택해 주세요',
    done: '제한 시간을 변경했어요',
    failed: '제한 시간을 변경하지 못했어요. 다시 시도해 주세요.',
  },
} as const;
