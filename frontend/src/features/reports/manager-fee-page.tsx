import { useOwnAccount } from '../../api/own-account.ts';
import { useTexts } from '../../i18n/index.ts';
import FeeReport from './fee-report.tsx';

/** The fee report of a manager's invited members; all codes can be selected. */
export default function ManagerFeePage() {
  const { t } = useTexts();
  const { data: account } = useOwnAccount();
  return (
    <FeeReport
      usualCode={
        account === undefined ? t('overview.ownCode') : t('fees.ownCodeOf', { code: account.inviteCode })
      }
      otherCodes={[{ value: 'All', label: t('fees.everyCode') }]}
      as="manager"
    />
  );
}
