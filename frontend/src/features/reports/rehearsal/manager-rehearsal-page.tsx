import { useTexts } from '../../../i18n/index.ts';
import { RehearseFees } from './rehearse-fees.tsx';

/** Of whom a manager invited; every code may be asked for. */
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
