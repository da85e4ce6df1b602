import type { InquiryTitle } from '@matgyo/contracts/inquiries';

/** Subjects by their name in the address. */
export const subjects = {
  edit: 'Edit Account Info',
  sell: 'Sell Inquiry',
  buy: 'Buy Inquiry',
  other: 'Other Inquiry',
} as const satisfies Record<string, InquiryTitle>;
export type Subject = keyof typeof subjects;
