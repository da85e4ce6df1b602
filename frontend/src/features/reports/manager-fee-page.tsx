import { useOwnAccount } from '../../api/own-account.ts';
import { useTexts } from '../../i18n/index.ts';
import { FeeReport } from './fee-report.tsx';

/** The fee report of whom a manager invited; every code may be asked for. */
export default function ManagerFeePage() {
  const { t } = useTexts();
  const { data: account } = useOwnAccount();
  return (
    <FeeReport
      usualCode={{
        label: account === undefined ? t('fees.ownCode') : t('fees.ownCodeOf', { code: account.inviteCode }),
      }}
      otherCodes={[{ value: 'All', label: t('fees.everyCode') }]}
      comparePath="/manager/fee/compare"
      rehearsalPath="/manager/fee/rehearsal"
      trails={false}
    />
  );
}
