import { auditActionTexts } from './audit-action-texts.ts';

/**
 * The actions in the audit log: staff actions that are no event of the ledger, some that refer to one, and keyed hashes
 * of rows.
 */
export type AuditAction = keyof typeof auditActionTexts;
export const auditActions = Object.keys(auditActionTexts) as readonly AuditAction[];
