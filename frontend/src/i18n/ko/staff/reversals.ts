/** 완료된 거래의 정정. */
export const reversals = {
  reversal: {
    reason: '정정 사유',
    text: '자세한 내용',
    byMistake: '실수로 완료 처리',
    wrongAmount: '금액 또는 가격 오류',
    moneyReturned: '대금을 서로 돌려줌',
    fraud: '도용·부정 거래 확인',
    agreed: '당사자 합의',
    feeBack: '돌려주는 수수료',
    line: '정정',
    count: '정정 {{reversals}}건 반영',
  },
} as const;
