import type { ReactNode } from 'react';
import { useRequestApproval } from '../api/approvals.ts';
import { failureText } from '../api/failure-text.ts';
import { useTexts } from '../i18n/index.ts';
import { Confirm } from './confirm.tsx';
import { toast } from './toast.ts';

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
  const requesting = useRequestApproval();
  const ask = () =>
    request !== undefined &&
    requesting.mutate(request, {
      onSuccess: () => {
        toast({ kind: 'done', text: t('approval.requested') });
        onRequested();
      },
      onError: (error) => {
        toast({ kind: 'failed', text: failureText(error, t, t('approval.failed')) });
        onClose();
      },
    });
  return (
    <Confirm
      open={request !== undefined}
      busy={requesting.isPending}
      title={title}
      confirmLabel={t('approval.ask')}
      cancelLabel={t('close')}
      onCancel={onClose}
      onConfirm={ask}
    >
      {children}
    </Confirm>
  );
}
