import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/inquiries';
import { useTexts } from '../../i18n/index.ts';

/** Subjects by their name in the address. */
export const subjects = {
  edit: 'Edit Account Info',
  sell: 'Sell Inquiry',
  buy: 'Buy Inquiry',
  other: 'Other Inquiry',
} as const satisfies Record<string, InquiryTitle>;
export type Subject = keyof typeof subjects;

export function useInquiryLabels() {
  const { t } = useTexts();
  const titles: Record<InquiryTitle, string> = {
    'Edit Account Info': t('inquiry.edit'),
    'Sell Inquiry': t('inquiry.sell'),
    'Buy Inquiry': t('inquiry.buy'),
    'Other Inquiry': t('inquiry.other'),
  };
  const statuses: Record<InquiryStatus, string> = {
    pending: t('inquiry.pending'),
    active: t('inquiry.active'),
    inactive: t('inquiry.inactive'),
  };
  return { titles, statuses };
}
