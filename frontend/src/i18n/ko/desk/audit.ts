/** An order's trail as admins and auditors read it. */
export const audit = {
  audit: {
    where: '지금 있는 곳',
    notFound: '주소의 주문 아이디를 다시 확인해 주세요.',
    request: '요청',
    caseFile: '사건 파일',
    print: '인쇄',
    checkpoint: '서명된 확인점',
    checkpointOf: '{{at}} · {{events}}번째 기록까지',
    signed: '서명 맞음',
    notSigned: '서명이 맞지 않아요',
    root: '머클 루트',
    changed: '기록이 봉인된 것과 달라요',
    broken: '앞 기록과 이어지지 않아요',
    missing: '원장에 없는 기록이에요',
    differs: '원장과 다르게 보이는 기록이에요',
    rewritten: '서명된 뒤에 다시 쓰였어요',
    cut: '서명된 뒤에 잘렸어요',
  },
} as const;
