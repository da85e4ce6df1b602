import { useState } from 'react';
import { useRequestApproval } from '../../../api/approvals.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Effects } from '../../../ui/effects.tsx';
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
  // Still shown while the dialog closes.
  const [last, setLast] = useState(edit);
  if (edit !== undefined && edit !== last) setLast(edit);
  const { admin, manager, status } = last ?? {};
  // The API takes the words of a form as well.
  const label = (on: unknown) =>
    on === undefined ? undefined : String(on) === 'true' ? t('approval.roleGiven') : t('approval.roleTaken');
  const requesting = useRequestApproval({ done: t('approval.requested'), failed: t('approval.failed') });
  return (
    <Confirm
      open={edit !== undefined}
      busy={requesting.isPending}
      title={t('approval.roleAskTitle', { nickname })}
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
      <Effects
        rows={{
          [t('users.isAdmin')]: label(admin),
          [t('users.isManager')]: label(manager),
          [t('label.status')]: status && t(`account.states.${status}`),
        }}
      />
      <p className="mt-2">{t('approval.roleNeeded')}</p>
    </Confirm>
  );
}
