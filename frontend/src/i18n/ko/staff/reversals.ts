/** 완료된 거래의 정정. */
export const reversals = {
  reversal: {
    reason: '정정 사유',
    text: '자세한 내용',
    feeBack: '돌려주는 수수료',
    reverse: '거래 정정',
    reverseOf: '{{amount}} USDT 거래 정정',
    effect:
      '이 거래의 판매·구매·수수료를 전부 취소로 정정해요. 오늘 날짜로 집계되고 지난 보고서는 바뀌지 않아요. 이미 보낸 원화와 USDT는 회원끼리 돌려줘야 해요.',
    final: '정정하면 되돌릴 수 없어요.',
    textMissing: '정정하는 이유를 자세히 입력해 주세요.',
    alone: '승인할 다른 관리자가 없어요. 지금 바로 정정하려면 "{{word}}"을 입력해 주세요.',
    word: '정정',
    wordMissing: '"{{word}}"을 입력해 주세요.',
    done: '거래를 정정했어요.',
    failed: '거래를 정정하지 못했어요',
    line: '정정',
    count: '정정 {{reversals}}건 반영',
  },
} as const;
