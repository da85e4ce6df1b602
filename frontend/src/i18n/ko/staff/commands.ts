/** The command menu. */
export const commands = {
  commands: {
    title: '바로가기',
    placeholder: '화면, 주문 코드, 주문 아이디, 닉네임',
    members: '회원',
    none: '검색 결과가 없어요.',
  },
} as const;
