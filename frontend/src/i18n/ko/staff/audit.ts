/** An order's trail as admins and auditors read it. */
export const audit = {
  audit: {
    where: '현재 위치',
    notFound: '주소의 주문 아이디를 다시 확인해 주세요.',
    request: '요청',
    caseFile: '증빙 파일',
    print: '인쇄',
    checkpoint: '서명된 체크포인트',
    checkpointOf: '{{at}} · {{events}}번째 기록까지',
    signed: '서명 유효',
    notSigned: '서명이 유효하지 않아요',
    root: '머클 루트',
    changed: '저장된 뒤 내용이 바뀐 기록이에요',
    broken: '이전 기록과 연결되지 않아요',
    missing: '원장에 없는 기록이에요',
    differs: '원장과 내용이 다른 기록이에요',
    rewritten: '서명 후에 수정됐어요',
    cut: '서명 후에 일부가 삭제됐어요',
  },
} as const;
