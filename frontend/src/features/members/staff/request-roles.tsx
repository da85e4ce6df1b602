import { useTexts } from '../../../i18n/index.ts';
import { RequestApproval } from '../../../ui/request-approval.tsx';
import type { MemberEdit } from './member-queries.ts';

export type RoleEdit = Pick<MemberEdit, 'admin' | 'manager' | 'status'>;

interface RequestRolesProps {
  readonly nickname: string;
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is requested. */
  readonly edit: RoleEdit | undefined;
  readonly onClose: () => void;
  readonly onRequested: () => void;
}

/** A change of roles that takes two. */
export function RequestRoles({ nickname, edit, ...ends }: RequestRolesProps) {
  const { t } = useTexts();
  const request = edit && ({ kind: 'role', nickname, ...edit } as never);
  return (
    <RequestApproval title={t('approval.role')} request={request} {...ends}>
      {t('approval.roleNeeded')}
    </RequestApproval>
  );
}
