import type { Language } from './errors/index.ts';

/**
 * Why an admin rejects an order: stored in the log, and shown to the member as text. The first is used if none is
 * given.
 */
export const rejectionReasons = [
  'REJECTED_BY_ADMIN',
  'REJECTED_FOR_WALLET',
  'REJECTED_FOR_IDENTITY',
  'REJECTED_FOR_AMOUNT',
  'REJECTED_AS_DUPLICATE',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const isRejectionReason = (reason: string): reason is RejectionReason =>
  rejectionReasons.some((known) => known === reason);

/** The same texts are used where an admin chooses a reason, in the order's timeline and in the notification. */
export const rejectionTexts: Readonly<Record<RejectionReason, Readonly<Record<Language, string>>>> = {
  REJECTED_FOR_WALLET: { ko: '지갑 주소를 확인할 수 없어요', en: 'The wallet address could not be verified' },
  REJECTED_FOR_IDENTITY: { ko: '본인 확인이 필요해요', en: 'Your identity needs to be verified' },
  REJECTED_FOR_AMOUNT: { ko: '주문 금액을 확인할 수 없어요', en: 'The order amount could not be verified' },
  REJECTED_AS_DUPLICATE: { ko: '같은 주문이 이미 있어요', en: 'The same order already exists' },
  REJECTED_BY_ADMIN: {
    ko: '기타 (자세한 내용은 1:1 문의로 물어봐 주세요)',
    en: 'Other (please ask for details in the support chat)',
  },
};
