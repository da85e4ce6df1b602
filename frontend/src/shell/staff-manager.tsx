import { useTexts } from '../i18n/index.ts';
import { useManagerMenu } from './staff-navigation.ts';
import { StaffShell } from './staff-shell.tsx';

export default function ManagerShell() {
  const { t } = useTexts();
  const groups = useManagerMenu();
  return (
    <StaffShell
      box="own"
      label={t('staff.managerMenu')}
      groups={groups}
      tabs={groups.flatMap(({ items }) => items)}
    />
  );
}
