/**
 * Notifications are stored as a code with parameters; the text is made when they are read, in the reader's language
 * (`notification-texts.ts`).
 */

/** The lists of notifications (specification, section 7). */
export const notificationTopics = [
  'sellOrders',
  'buyOrders',
  'chatSession',
  'registration',
  'inquiry',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

export const notificationCodes = [
  'ORDER_PLACED',
  'ORDER_APPROVED',
  'ORDER_REJECTED',
  'ORDER_CANCELLED',
  'ORDER_MATCHED',
  'CONSENT_ASKED',
  'CONSENT_ENDED',
  'MATCH_COMPLETED',
  'TRADE_REVERSED',
  'MATCH_CANCELLED',
  'MATCH_UNPAID',
  'PAYMENT_SENT',
  'PAYMENT_RECEIVED',
  'TETHER_SENT',
  'TETHER_RECEIVED',
  'TRANSFER_IN_DOUBT',
  'STEP_UNDONE',
  'TIME_EXPIRED',
  'TIME_PAUSED',
  'TIME_RESUMED',
  'TIME_EXTENDED',
  'CASE_OPENED',
  'CASE_ANSWERED',
  'CASE_TAKEN',
  'CASE_WITHDRAWN',
  'CASE_RULED',
  'CASE_APPEALED',
  'CASE_APPEAL_RULED',
  'MEMBER_REGISTERED',
  'ACCOUNT_ACTIVATED',
  'ACCOUNT_DEACTIVATED',
  'ROLE_GRANTED',
  'ROLE_REVOKED',
  'PAYOUT_CHANGED',
  'PAYOUT_APPROVED',
  'PAYOUT_REJECTED',
  'PAYOUT_APPROVABLE',
  'READ_LIMIT_REACHED',
  'APPROVAL_REQUESTED',
  'APPROVAL_GRANTED',
  'APPROVAL_REFUSED',
  'APPROVAL_EXPIRED',
  'APPROVAL_LAPSED',
  'INQUIRY_SUBMITTED',
  'INQUIRY_ANSWERED',
  'CHAT_STARTED',
] as const;
export type NotificationCode = (typeof notificationCodes)[number];
