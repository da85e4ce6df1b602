import type { AuditAction } from '@matgyo/contracts/audit-actions';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { memberById } from '../members/member-query.ts';

/** Records a new password in the audit log, for staff only. */
export async function recordStaffPassword(
  trx: Database,
  action: Extract<AuditAction, 'staff-password-recovered' | 'staff-password-changed'>,
  { memberId, requestId }: { readonly memberId: MemberId; readonly requestId: string },
): Promise<void> {
  const member = await memberById(trx, memberId);
  if (member === undefined || !isStaff(member)) return;
  const actor = { memberId, admin: member.admin, manager: member.manager };
  await recordAudit(trx, { action, actor, subjectId: memberId, requestId });
}
