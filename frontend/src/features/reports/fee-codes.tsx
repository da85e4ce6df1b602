import type { reportPaths } from '@matgyo/contracts/paths/reports';
import type { AnswerOf } from '../../api/route.ts';
import { useTexts } from '../../i18n/index.ts';
import { FeeSumsTable } from './fee-sums-table.tsx';

interface FeeCodesProps {
  readonly codes: AnswerOf<typeof reportPaths.feeReportDays>['codes'];
}

/** Fees by the seller's referral code, highest first; nothing for a single code. */
export function FeeCodes({ codes }: FeeCodesProps) {
  const { t } = useTexts();
  if (codes.length < 2) return null;
  return (
    <FeeSumsTable
      id="fee-codes"
      title={t('fees.byCode')}
      head={t('member.referralCode')}
      rows={codes.map((code) => ({ name: code.referralCode ?? t('fees.noCode'), sums: code }))}
    />
  );
}
