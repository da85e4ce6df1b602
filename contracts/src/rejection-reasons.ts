/**
 * Why an admin rejects an order: what the log keeps and its member reads in words. The first is for whoever states none.
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
