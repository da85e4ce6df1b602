import { casePaths } from '@matgyo/contracts/paths/cases';
import { command } from '../../api/command.ts';
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
  const dropping = useCaseCommand(() => command(casePaths.withdraw, { params: { id }, body: {} }), {
    done: t('dispute.dropped'),
    failed: t('dispute.failed'),
  });
  return (
    <Confirm
      open={open}
      danger
      busy={dropping.isPending}
      title={t('dispute.dropTitle')}
      confirmLabel={t('dispute.drop')}
      cancelLabel={t('close')}
      onCancel={onClose}
      onConfirm={() => dropping.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{t('dispute.dropText')}</p>
    </Confirm>
  );
}
