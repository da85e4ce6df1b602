/** What the audit log records: acts of staff that are no event of the ledger, and some that refer to one. */
export const auditActions = [
  'staff-signed-in',
  'staff-sign-in-failed',
  'staff-password-recovered',
  'staff-password-changed',
  'password-recovered-after-phone-change',
  'member-edited',
  'id-image-viewed',
  'id-image-replaced',
  'price-set',
  'fee-report-exported',
  'audit-log-exported',
  'case-file-exported',
  'backup-made',
  'chat-closed',
  'replay-started',
  'replay-swapped',
] as const;
export type AuditAction = (typeof auditActions)[number];
