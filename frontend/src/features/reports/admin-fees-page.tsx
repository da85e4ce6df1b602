import { useTexts } from '../../i18n/index.ts';
import { FeeReport } from './fee-report.tsx';

/** The fee report over all referral codes. */
export default function AdminFeesPage() {
  const { t } = useTexts();
  return (
    <FeeReport
      usualCode={{ label: t('fees.everyCode') }}
      otherCodes={[]}
      comparePath="/admin/fees/compare"
      dryRunPath="/admin/fees/rehearsal"
      trails
    />
  );
}
