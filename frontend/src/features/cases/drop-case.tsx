import { useTexts } from '../../i18n/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useCaseCommand } from './cases.ts';

interface DropCaseProps {
  readonly id: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a dispute is dropped. The match then continues at the step that it had reached. */
export default function DropCase({ id, open, onClose }: DropCaseProps) {
  const { t } = useTexts();
  const command = useCaseCommand(id, { done: t('dispute.dropped'), failed: t('dispute.failed') });
  return (
    <Confirm
      open={open}
      danger
      busy={command.isPending}
      title={t('dispute.dropTitle')}
      confirmLabel={t('dispute.drop')}
      cancelLabel={t('close')}
      onCancel={onClose}
      onConfirm={() => command.mutateAsync({ kind: 'withdraw' }).then(onClose, () => undefined)}
    >
      <p>{t('dispute.dropText')}</p>
    </Confirm>
  );
}
