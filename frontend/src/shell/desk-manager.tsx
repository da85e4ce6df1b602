import { useWords } from '../i18n/index.ts';
import { useManagerMenu } from './desk-navigation.ts';
import { DeskShell } from './desk-shell.tsx';

export default function ManagerShell() {
  const { t } = useWords();
  const groups = useManagerMenu();
  return (
    <DeskShell label={t('desk.managerMenu')} groups={groups} tabs={groups.flatMap(({ items }) => items)} />
  );
}
