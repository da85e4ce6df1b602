import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/endpoints/inquiries';
import { useTexts } from '../../i18n/index.ts';

/** What an inquiry can be about, by the word its address uses. */
export const subjects = {
  edit: 'Edit Account Info',
  sell: 'Sell Inquiry',
  buy: 'Buy Inquiry',
  other: 'Other Inquiry',
} as const satisfies Record<string, InquiryTitle>;
export type Subject = keyof typeof subjects;

/** As the contracts say, which `inquiry-words.test.ts` holds it to: importing it from there would bring their schemas along. */
export const mostCharacters = 2000;

export function useInquiryWords() {
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
