import type { InquiryStatus, InquiryTitle } from '@matgyo/contracts/inquiries';
import { useTexts } from '../../i18n/index.ts';
import { StageMark } from '../../ui/status.tsx';

/** Pending yellow, active green, closed red (specification, section 4), with the glyphs of orders. */
const marks = {
  pending: { stage: 'pending' },
  active: { stage: 'onsale' },
  inactive: { stage: 'cancelled', colour: 'rejected' },
} as const satisfies Record<InquiryStatus, object>;

export function InquiryStatusMark({ status }: { readonly status: InquiryStatus }) {
  const { t } = useTexts();
  return <StageMark {...marks[status]} word={t(`inquiry.statuses.${status}`)} />;
}

/** Subjects by their name in the address. */
export const subjects = {
  edit: 'Edit Account Info',
  sell: 'Sell Inquiry',
  buy: 'Buy Inquiry',
  other: 'Other Inquiry',
} as const satisfies Record<string, InquiryTitle>;
export type Subject = keyof typeof subjects;
