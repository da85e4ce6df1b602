import type { Language } from './errors/index.ts';

/** Why a completed trade is reversed: the same words where an admin chooses a reason and where the two parties read it. */
export const reversalTexts = {
  COMPLETED_BY_MISTAKE: { ko: '실수로 완료 처리', en: 'Completed by mistake' },
  WRONG_AMOUNT: { ko: '금액 또는 가격 오류', en: 'Wrong amount or price' },
  MONEY_RETURNED: { ko: '대금을 서로 돌려줌', en: 'Both returned what they received' },
  FRAUD_FOUND: { ko: '도용·부정 거래 확인', en: 'Fraud or misuse found' },
  PARTIES_AGREED: { ko: '당사자 합의', en: 'Both parties agreed' },
  OVERTURNED_ON_APPEAL: { ko: '이의신청으로 판정 번복', en: 'Ruling overturned on appeal' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;
export type ReversalReason = keyof typeof reversalTexts;
export const reversalReasons = Object.keys(reversalTexts) as readonly ReversalReason[];
