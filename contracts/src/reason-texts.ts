import type { CaseReason } from './cases.ts';
import type { Language } from './errors/index.ts';
import type { OnBehalfReason, UnmarkedReason, WindowReason } from './payment-steps.ts';
import { rejectionTexts } from './rejection-reasons.ts';
import { reversalTexts } from './reversals.ts';

type Texts<Reason extends string> = Readonly<Record<Reason, Readonly<Record<Language, string>>>>;

export const caseReasonTexts: Texts<CaseReason> = {
  PAYMENT_NOT_RECEIVED: { ko: '원화를 받지 못함', en: 'Won not received' },
  TETHER_NOT_RECEIVED: { ko: 'USDT를 받지 못함', en: 'USDT not received' },
  WRONG_AMOUNT: { ko: '금액이나 수량이 다름', en: 'Wrong amount' },
  PARTY_UNREACHABLE: { ko: '상대와 연락되지 않음', en: 'Counterpart cannot be reached' },
  OTHER: { ko: '기타 사유', en: 'Something else' },
};

export const unmarkedTexts: Texts<UnmarkedReason> = {
  CONFIRMED_IN_CHAT: { ko: '채팅으로 확인', en: 'Confirmed in the chat' },
  CONFIRMED_BY_PHONE: { ko: '전화로 확인', en: 'Confirmed by phone' },
  SEEN_ELSEWHERE: { ko: '다른 경로로 확인', en: 'Confirmed elsewhere' },
};

export const windowTexts: Texts<WindowReason> = {
  PARTY_ASKED: { ko: '회원 요청', en: 'Requested by a member' },
  BANK_MAINTENANCE: { ko: '은행 점검', en: 'Bank maintenance' },
  NETWORK_DELAY: { ko: '네트워크 지연', en: 'Network delay' },
  UNDER_REVIEW: { ko: '관리자 확인 중', en: 'Under review' },
};

export const onBehalfTexts: Texts<OnBehalfReason> = {
  PARTY_UNREACHABLE: { ko: '회원과 연락되지 않음', en: 'Member cannot be reached' },
  PARTY_ASKED: windowTexts.PARTY_ASKED,
  SEEN_ELSEWHERE: unmarkedTexts.SEEN_ELSEWHERE,
};

/** Of what a ruling on a dispute carries out. */
const ruledTexts: Texts<'RULED'> = { RULED: { ko: '분쟁 판정에 따름', en: 'As ruled in the dispute' } };

const textsOf: Readonly<Record<string, Texts<string>>> = {
  OrderRejected: rejectionTexts,
  PaymentSent: onBehalfTexts,
  PaymentReceived: onBehalfTexts,
  TetherSent: onBehalfTexts,
  TetherReceived: onBehalfTexts,
  WindowPaused: windowTexts,
  WindowResumed: windowTexts,
  WindowExtended: windowTexts,
  CaseOpened: caseReasonTexts,
  TradeCompleting: { ...unmarkedTexts, ...ruledTexts },
  TradeCancelling: ruledTexts,
  TradeCancelled: ruledTexts,
  FillReleased: ruledTexts,
  TradeReversed: reversalTexts,
};

/** The text of the reason that an event of a trail gives, if it has one. */
export const reasonText = (type: string, reason: string | null, language: Language): string | undefined =>
  reason === null ? undefined : textsOf[type]?.[reason]?.[language];
