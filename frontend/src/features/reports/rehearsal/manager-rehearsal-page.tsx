import { useTexts } from '../../../i18n/index.ts';
import RehearseFees from './rehearse-fees.tsx';

/** The fee rehearsal of a manager's invited members; all codes can be selected. */
export default function ManagerRehearsalPage() {
  const { t } = useTexts();
  return (
    <RehearseFees
      reportPath="/manager/fee"
      codes={[
        { value: '', label: t('fees.ownCode') },
        { value: 'All', label: t('fees.everyCode') },
      ]}
    />
  );
}
