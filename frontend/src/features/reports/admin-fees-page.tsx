import { useTexts } from '../../i18n/index.ts';
import { FeeReport } from './fee-report.tsx';

/** The fee report over all referral codes. */
export default function AdminFeesPage() {
  const { t } = useTexts();
  return <FeeReport usualCode={t('fees.everyCode')} otherCodes={[]} path="/admin/fees" trails />;
}
