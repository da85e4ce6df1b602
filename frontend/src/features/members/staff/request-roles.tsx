import { useRequestApproval } from '../../../api/approvals.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { MemberEdit } from './member-queries.ts';

export type RoleEdit = Pick<MemberEdit, 'admin' | 'manager' | 'status'>;

interface RequestRolesProps {
  readonly nickname: string;
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is requested. */
  readonly edit: RoleEdit | undefined;
  readonly onClose: () => void;
  readonly onRequested: () => void;
}

/** Offers to request another admin's approval of a change of roles. */
export function RequestRoles({ nickname, edit, onClose, onRequested }: RequestRolesProps) {
  const { t } = useTexts();
  const requesting = useRequestApproval({ done: t('approval.requested'), failed: t('approval.failed') });
  return (
    <Confirm
      open={edit !== undefined}
      busy={requesting.isPending}
      title={t('approval.role')}
      confirmLabel={t('approval.ask')}
      onCancel={onClose}
      onConfirm={() =>
        edit !== undefined &&
        requesting.mutate({ kind: 'role', nickname, ...edit } as never, {
          onSuccess: onRequested,
          onError: onClose,
        })
      }
    >
      {t('approval.roleNeeded')}
    </Confirm>
  );
}
