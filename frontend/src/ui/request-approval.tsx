import type { ReactNode } from 'react';
import { useRequestApproval } from '../api/approvals.ts';
import { useTexts } from '../i18n/index.ts';
import { Confirm } from './confirm.tsx';

type Request = Parameters<ReturnType<typeof useRequestApproval>['mutate']>[0];

interface RequestApprovalProps {
  readonly title: string;
  /** The action that was refused with APPROVAL_NEEDED; undefined: the dialog is closed. */
  readonly request: Request | undefined;
  readonly onClose: () => void;
  readonly onRequested: () => void;
  /** Why the action needs two admins. */
  readonly children: ReactNode;
}

/** Offers to request another admin's approval. */
export function RequestApproval({ title, request, onClose, onRequested, children }: RequestApprovalProps) {
  const { t } = useTexts();
  const requesting = useRequestApproval({ done: t('approval.requested'), failed: t('approval.failed') });
  const ask = () =>
    request !== undefined && requesting.mutate(request, { onSuccess: onRequested, onError: onClose });
  return (
    <Confirm
      open={request !== undefined}
      busy={requesting.isPending}
      title={title}
      confirmLabel={t('approval.ask')}
      onCancel={onClose}
      onConfirm={ask}
    >
      {children}
    </Confirm>
  );
}
