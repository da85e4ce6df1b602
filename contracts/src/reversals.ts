/** Why a completed trade is reversed. */
export const reversalReasons = [
  'COMPLETED_BY_MISTAKE',
  'WRONG_AMOUNT',
  'MONEY_RETURNED',
  'FRAUD_FOUND',
  'PARTIES_AGREED',
] as const;
export type ReversalReason = (typeof reversalReasons)[number];
