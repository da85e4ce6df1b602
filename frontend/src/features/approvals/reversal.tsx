import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { useReversalWords } from '../../ui/reversal-labels.ts';
import { Fact } from './fact.tsx';
import { TradeFacts } from './trade-facts.tsx';

type Asked = Extract<ApprovalView, { readonly kind: 'reversal' }>;

/** The completed trade that would be taken back, and why. */
export function Reversal({ one: { reversal } }: { readonly one: Asked }) {
  const { t } = useTexts();
  const reasons = useReversalWords();
  return (
    <>
      <TradeFacts trade={reversal} />
      <Fact name={t('reversal.feeBack')}>
        <UsdtAmount value={reversal.fee} unit />
      </Fact>
      <Fact name={t('reversal.reason')}>{reasons[reversal.reason]}</Fact>
      {reversal.text !== null && (
        <Fact name={t('reversal.text')}>
          <span className="whitespace-pre-wrap break-words">{reversal.text}</span>
        </Fact>
      )}
    </>
  );
}
