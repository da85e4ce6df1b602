import type { NotificationText } from './notification-texts.ts';
import type { NotificationCode } from './notifications.ts';

export const koreanTexts: Readonly<Record<NotificationCode, NotificationText>> = {
  ORDER_PLACED: ({ nickname, order, about }) =>
    nickname ? `${nickname} 님이 ${order}을 넣었어요${about}` : `새 ${order}이 접수됐어요${about}`,
  ORDER_APPROVED: ({ order, about }) => `${order}이 승인됐어요${about}. 매칭되면 알려 드려요`,
  ORDER_REJECTED: ({ order, about, reason }) =>
    `${order}이 거절됐어요${about}${reason ? `. 사유: ${reason}` : ''}`,
  ORDER_CANCELLED: ({ order, about }) => `관리자가 ${order}을 취소했어요${about}`,
  ORDER_MATCHED: ({ side, order, about, prices }) =>
    `${order}이 매칭됐어요${about}${prices ? `. 주문 가격은 ${prices.order}원, 매칭 가격은 ${prices.match}원이에요` : ''}${side === 'buy' ? '. 제한 시간 안에 원화를 보내 주세요' : '. 구매자가 원화를 보내면 알려 드려요'}`,
  CONSENT_ASKED: ({ order, about, prices, until }) =>
    `${order}에 다른 가격으로 매칭이 제안됐어요${about}${prices ? `. 주문 가격은 ${prices.order}원, 제안 가격은 ${prices.match}원이에요` : ''}. ${until ? `${until}까지` : '시간 안에'} 동의하거나 거절해 주세요`,
  CONSENT_ENDED: ({ order, about }) => `${order}에 제안된 매칭이 성사되지 않았어요${about}`,
  MATCH_COMPLETED: ({ trade, about }) => `${trade}가 완료됐어요${about}`,
  TRADE_REVERSED: ({ trade, about }) =>
    `관리자가 완료된 ${trade}를 정정했어요${about}. 내 거래내역에서 확인해 주세요`,
  MATCH_CANCELLED: ({ order, about }) => `${order}의 매칭이 취소됐어요${about}. 주문은 다시 매칭을 기다려요`,
  MATCH_UNPAID: ({ order, about }) =>
    `제한 시간 안에 원화를 보냈다는 표시가 없어 ${order}의 매칭이 취소됐어요${about}. 주문은 다시 매칭을 기다려요`,
  // An admin may have marked it: then who owed it reads this, too.
  PAYMENT_SENT: ({ side, about }) =>
    side === 'sell'
      ? `구매자가 원화를 보냈어요${about}. 계좌를 확인해 주세요`
      : `원화를 보냈다고 표시됐어요${about}`,
  PAYMENT_RECEIVED: ({ side, about }) =>
    side === 'sell'
      ? `관리자가 원화 입금을 대신 확인했어요${about}. 내 계좌에 입금됐는지 확인한 뒤 구매자에게 USDT를 보내 주세요`
      : `원화 입금이 확인됐어요${about}. 판매자가 USDT를 보내면 알려 드려요`,
  TETHER_SENT: ({ side, about }) =>
    side === 'buy'
      ? `판매자가 USDT를 보냈어요${about}. 지갑을 확인해 주세요`
      : `USDT를 보냈다고 표시됐어요${about}`,
  TETHER_RECEIVED: ({ about }) => `USDT 수령이 확인됐어요${about}. 관리자가 거래를 완료하면 알려 드려요`,
  READY_TO_COMPLETE: ({ about }) => `거래 단계가 모두 끝났어요${about}. 확인하고 거래를 완료해 주세요`,
  TRANSFER_IN_DOUBT: ({ about }) =>
    `USDT 전송을 블록체인에서 확인하지 못했어요. 거래를 확인해 주세요${about}`,
  STEP_UNDONE: ({ about }) => `마지막 단계 표시를 되돌렸어요${about}`,
  TIME_EXPIRED: ({ about }) => `다음 단계의 제한 시간이 지났어요${about}`,
  TIME_PAUSED: ({ about }) => `관리자가 다음 단계의 제한 시간을 일시 정지했어요${about}`,
  TIME_RESUMED: ({ about }) => `다음 단계의 제한 시간이 다시 진행돼요${about}`,
  TIME_EXTENDED: ({ about }) => `관리자가 다음 단계의 제한 시간을 늘렸어요${about}`,
  CASE_OPENED: ({ about }) => `분쟁이 접수됐어요${about}`,
  CASE_ANSWERED: ({ about }) => `분쟁에 새 설명이 올라왔어요${about}`,
  CASE_TAKEN: ({ about }) => `관리자가 분쟁을 검토하기 시작했어요${about}`,
  CASE_WITHDRAWN: ({ about }) => `분쟁이 취하됐어요${about}`,
  CASE_RULED: ({ about }) => `분쟁 판정이 나왔어요${about}`,
  CASE_APPEALED: ({ about }) => `분쟁 판정에 이의신청이 접수됐어요${about}`,
  CASE_APPEAL_RULED: ({ about }) => `이의신청에 대한 결정이 나왔어요${about}`,
  CASE_APPEAL_CONFIRMED: ({ about }) => `이의신청 결과 판정이 유지됐어요${about}`,
  CASE_APPEAL_OVERTURNED: ({ about }) => `이의신청이 받아들여져 판정이 번복됐어요${about}`,
  MEMBER_REGISTERED: ({ nickname }) => (nickname ? `${nickname} 님이 가입했어요` : '새 회원이 가입했어요'),
  ACCOUNT_ACTIVATED: () => '계정이 활성화됐어요. 이제 주문할 수 있어요',
  ACCOUNT_DEACTIVATED: () => '계정이 비활성화됐어요. 궁금한 점은 1:1 문의로 남겨 주세요',
  ROLE_GRANTED: ({ role }) => `${role ?? '새'} 권한이 부여됐어요. 다시 로그인하면 사용할 수 있어요`,
  ROLE_REVOKED: ({ role }) => (role ? `${role} 권한이 해제됐어요` : '권한이 해제됐어요'),
  PAYOUT_CHANGED: () =>
    '계좌 또는 지갑이 변경됐지만 아직 적용되지 않았어요. 확인하거나, 요청하지 않았다면 거절해 주세요',
  PAYOUT_APPROVED: () =>
    '관리자 승인으로 변경된 계좌 또는 지갑이 적용됐어요. 요청하지 않았다면 바로 1:1 문의로 알려 주세요',
  PAYOUT_REJECTED: ({ nickname, isForAdmin }) =>
    isForAdmin
      ? `${nickname ? `${nickname} 님이` : '회원이'} 계좌 또는 지갑 변경을 거절했어요`
      : '계좌 또는 지갑 변경이 취소됐어요. 이전 정보가 계속 사용돼요',
  PAYOUT_APPROVABLE: ({ nickname }) =>
    `${nickname ? `${nickname} 님이` : '관리자나 매니저가'} 변경한 회원의 계좌 또는 지갑을 이제 승인할 수 있어요`,
  READ_LIMIT_REACHED: ({ nickname }) =>
    `${nickname ? `${nickname} 님이` : '관리자나 매니저가'} 신분증 사진이나 개인정보를 한도까지 열람했어요. 감사 기록을 확인해 주세요`,
  APPROVAL_REQUESTED: ({ nickname }) =>
    nickname ? `${nickname} 님이 승인을 요청했어요` : '승인할 요청이 있어요',
  APPROVAL_GRANTED: () => '요청한 건을 다른 관리자가 승인했어요',
  APPROVAL_REFUSED: () => '요청한 건을 다른 관리자가 거절했어요',
  APPROVAL_EXPIRED: () => '승인 요청이 만료됐어요',
  APPROVAL_LAPSED: () => '요청한 뒤 내용이 바뀌어 승인 요청이 종료됐어요. 실행된 것은 없어요',
  INQUIRY_SUBMITTED: ({ nickname, inquiry }) =>
    `${nickname ? `${nickname} 님이 문의를 남겼어요` : '새 문의가 접수됐어요'}${inquiry}`,
  INQUIRY_ANSWERED: ({ inquiry }) => `문의에 답변이 달렸어요${inquiry}`,
  CHAT_STARTED: ({ nickname, about }) =>
    `${nickname ? `${nickname} 님이 채팅을 시작했어요` : '새 채팅이 시작됐어요'}${about}`,
};
