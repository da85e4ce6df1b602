import { useTexts } from '../../../i18n/index.ts';
import FeesDryRun from './fees-dry-run.tsx';

/** The fee dry run of a manager's invited members; all codes can be selected. */
export default function ManagerDryRunPage() {
  const { t } = useTexts();
  return (
    <FeesDryRun
      reportPath="/manager/fee"
      codes={[
        { value: '', label: t('overview.ownCode') },
        { value: 'All', label: t('fees.everyCode') },
      ]}
    />
  );
}
