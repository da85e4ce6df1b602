import type { ReactNode } from 'react';
import { useRequestApproval } from '../api/approvals.ts';
import { failureText } from '../api/failure-text.ts';
import { useTexts } from '../i18n/index.ts';
import { Confirm } from './confirm.tsx';
import { toast } from './toast.ts';

type Request = Parameters<ReturnType<typeof useRequestApproval>['mutate']>[0];

interface AskApprovalProps {
  readonly title: string;
  /** What was refused with APPROVAL_NEEDED; undefined: nothing is asked. */
  readonly request: Request | undefined;
  readonly onClose: () => void;
  readonly onAsked: () => void;
  /** Why it takes two. */
  readonly children: ReactNode;
}

/** Asks whether another admin is to be asked. */
export function AskApproval({ title, request, onClose, onAsked, children }: AskApprovalProps) {
  const { t } = useTexts();
  const requesting = useRequestApproval();
  const ask = () =>
    request !== undefined &&
    requesting.mutate(request, {
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
