/** What an inquiry can be about (specification, section 3). */
export const inquiryTitles = ['Edit Account Info', 'Sell Inquiry', 'Buy Inquiry', 'Other Inquiry'] as const;
export type InquiryTitle = (typeof inquiryTitles)[number];

/** pending → active at an admin's first comment → inactive when closed; a pending one may be closed directly. */
export const inquiryStatuses = ['pending', 'active', 'inactive'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Of a description and of a comment, in characters. */
export const inquiryLengthMax = 2_000;
