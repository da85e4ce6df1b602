import { useTexts } from '../../../i18n/index.ts';
import { AskApproval } from '../../../ui/ask-approval.tsx';
import type { MemberEdit } from './member-queries.ts';

export type RoleEdit = Pick<MemberEdit, 'admin' | 'manager' | 'status'>;

interface AskRolesProps {
  readonly nickname: string;
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is asked. */
  readonly edit: RoleEdit | undefined;
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

/** A change of roles that takes two. */
export function AskRoles({ nickname, edit, ...ends }: AskRolesProps) {
  const { t } = useTexts();
  const request = edit && ({ kind: 'role', nickname, ...edit } as never);
  return (
    <AskApproval title={t('approval.role')} request={request} {...ends}>
      {t('approval.roleNeeded')}
    </AskApproval>
  );
}
