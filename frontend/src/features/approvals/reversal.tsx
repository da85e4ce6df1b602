import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { reversalTexts } from '@matgyo/contracts/reversals';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Fact } from './fact.tsx';
import { TradeSummary, Won } from './trade-summary.tsx';

type ReversalApproval = Extract<ApprovalView, { readonly kind: 'reversal' }>;

/** The completed trade that would be taken back, and why. */
export function Reversal({ one: { reversal } }: { readonly one: ReversalApproval }) {
  const { t, language } = useTexts();
  return (
    <>
      <TradeSummary trade={reversal}>
        <Won krw={reversal.krw} />
      </TradeSummary>
      <Fact name={t('reversal.feeBack')}>
        <UsdtAmount value={reversal.fee} unit />
      </Fact>
      <Fact name={t('reversal.reason')}>{reversalTexts[reversal.reason][language]}</Fact>
      {reversal.text !== null && (
        <Fact name={t('reversal.text')}>
          <span className="whitespace-pre-wrap break-words">{reversal.text}</span>
        </Fact>
      )}
    </>
  );
}
