import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { failureText } from '../../../api/failure-text.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';
import { useInboxActions } from './inbox.ts';

interface CloseInquiryProps {
  readonly inquiry: AdminInquiryView;
  readonly open: boolean;
  readonly onDone: () => void;
}

/** Asks for confirmation before an inquiry is closed; warns if it is unanswered. */
export function CloseInquiry({ inquiry, open, onDone }: CloseInquiryProps) {
  const { t } = useTexts();
  const { close } = useInboxActions();
  const { nickname } = inquiry.userId;
  return (
    <Confirm
      open={open}
      danger
      busy={close.isPending}
      title={t('inbox.closeTitle', { nickname })}
      confirmLabel={t('inbox.closeYes', { nickname })}
      cancelLabel={t('inbox.closeNo')}
      onCancel={onDone}
      onConfirm={() =>
        close.mutate(inquiry._id, {
          onSuccess: () => toast({ kind: 'done', text: t('inbox.closed', { nickname }) }),
          onError: (error) => toast({ kind: 'failed', text: failureText(error, t, t('inbox.closeFailed')) }),
          onSettled: onDone,
        })
      }
    >
      {inquiry.comments.length === 0 ? t('inbox.closeUnanswered') : t('inbox.closeText')}
    </Confirm>
  );
}
