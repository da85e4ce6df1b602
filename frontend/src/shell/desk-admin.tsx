import { useWords } from '../i18n/index.ts';
import { useAdminMenu, useAdminTabs } from './desk-navigation.ts';
import { DeskShell } from './desk-shell.tsx';

export default function AdminShell() {
  const { t } = useWords();
  return <DeskShell label={t('desk.menu')} groups={useAdminMenu()} tabs={useAdminTabs()} />;
}
