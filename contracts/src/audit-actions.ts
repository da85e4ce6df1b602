/**
 * The actions in the audit log: staff actions that are no event of the ledger, some that refer to one, and keyed hashes
 * of rows.
 */
export const auditActions = [
  'staff-signed-in',
  'staff-sign-in-failed',
  'staff-password-recovered',
  'staff-password-changed',
  'staff-sessions-ended',
  'second-factor-registered',
  'second-factor-removed',
  'passkey-registered',
  'passkey-removed',
  'recovery-code-used',
  'password-recovered-after-phone-change',
  'member-edited',
  'payout-change-confirmed',
  'payout-change-rejected',
  'id-image-viewed',
  'id-image-replaced',
  'price-set',
  'fee-report-exported',
  'audit-log-exported',
  'case-file-exported',
  'backup-made',
  'chat-closed',
  'inquiry-answered',
  'inquiry-closed',
  'replay-started',
  'replay-swapped',
  'replay-cancelled',
  'replay-discarded',
  'read-model-retried',
  'trade-retried',
  'rows-kept',
  'rows-entered',
] as const;
export type AuditAction = (typeof auditActions)[number];
