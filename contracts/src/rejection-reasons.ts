import type { Language } from './errors/index.ts';

/**
 * Why an admin rejects an order, as stored in the log. The same texts are used where an admin chooses a reason, in the
 * order's timeline and in the notification.
 */
export const rejectionTexts = {
  REJECTED_FOR_WALLET: { ko: '지갑 주소를 확인할 수 없어요', en: 'The wallet address could not be verified' },
  REJECTED_FOR_IDENTITY: { ko: '본인 확인이 필요해요', en: 'Your identity needs to be verified' },
  REJECTED_FOR_AMOUNT: { ko: '주문 금액을 확인할 수 없어요', en: 'The order amount could not be verified' },
  REJECTED_AS_DUPLICATE: { ko: '같은 주문이 이미 있어요', en: 'The same order already exists' },
  REJECTED_BY_ADMIN: {
    ko: '기타 (자세한 내용은 1:1 문의로 물어봐 주세요)',
    en: 'Other (please ask for details in the support chat)',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;
export type RejectionReason = keyof typeof rejectionTexts;
export const rejectionReasons = Object.keys(rejectionTexts) as readonly RejectionReason[];

export const isRejectionReason = (reason: string): reason is RejectionReason =>
  Object.hasOwn(rejectionTexts, reason);
