import { useRequestApproval } from '../../../api/approvals.ts';
import { failureText } from '../../../api/failure-text.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import type { MemberEdit } from './member-queries.ts';

export type RoleEdit = Pick<MemberEdit, 'admin' | 'manager' | 'status'>;

interface AskRolesProps {
  readonly nickname: string;
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is asked. */
  readonly edit: RoleEdit | undefined;
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

/** A change of roles that takes two: asks whether another admin is to be asked. */
export function AskRoles({ nickname, edit, onClose, onAsked }: AskRolesProps) {
  const { t } = useTexts();
  const requesting = useRequestApproval();
  const ask = () =>
    requesting.mutate({ kind: 'role', nickname, ...edit } as never, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('approval.asked') });
        onAsked();
      },
      onError: (error) => {
        toast({ kind: 'failed', text: failureText(error, t, t('approval.failed')) });
        onClose();
      },
    });
  return (
    <Confirm
      open={edit !== undefined}
      busy={requesting.isPending}
      title={t('approval.role')}
      confirmLabel={t('approval.ask')}
      cancelLabel={t('close')}
      onCancel={onClose}
      onConfirm={ask}
    >
      {t('approval.roleNeeded')}
    </Confirm>
  );
}
