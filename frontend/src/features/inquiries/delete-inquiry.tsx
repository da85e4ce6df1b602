import type { InquiryView } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Opened } from '../../ui/dialog.tsx';

interface DeleteInquiryProps extends Opened {
  readonly inquiry: InquiryView;
}

/** Asks for confirmation before an inquiry is deleted. One answered meanwhile stays, and the list shows it. */
export default function DeleteInquiry({ inquiry, open, onClose }: DeleteInquiryProps) {
  const { t } = useTexts();
  const remove = useCall(inquiryPaths.deleteInquiry, {
    changes: [queryKeys.own.inquiries],
    done: t('inquiry.deleted'),
    failed: t('inquiry.deleteFailed'),
  });
  return (
    <Confirm
      open={open}
      danger
      busy={remove.isPending}
      title={t('inquiry.deleteTitle')}
      confirmLabel={t('inquiry.deleteYes')}
      onCancel={onClose}
      onConfirm={() => remove.mutate({ params: { id: inquiry._id }, body: {} }, { onSettled: onClose })}
    >
      <p className="line-clamp-3">{inquiry.description}</p>
    </Confirm>
  );
}
