/** The command menu. */
export const commands = {
  commands: {
    title: '어디로든 가기',
    open: '주문 코드, 닉네임',
    placeholder: '화면, 주문 코드나 아이디, 닉네임',
    orders: '주문',
    members: '회원',
    none: '맞는 것이 없어요.',
  },
} as const;
