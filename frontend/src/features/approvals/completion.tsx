import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { Link } from 'react-router-dom';
import { useTradePayment } from '../../api/trade-payment.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, UsdtAmount } from '../../ui/amount.tsx';
import { useGroundLabels } from '../../ui/reason-labels.ts';
import { Fact } from './fact.tsx';
import { TradeSummary } from './trade-summary.tsx';

type CompletionApproval = Extract<ApprovalView, { readonly kind: 'completion' }>;

/** What a completion would do, and for which reasons. */
export function Completion({ one: { completion, state } }: { readonly one: CompletionApproval }) {
  const { t, language } = useTexts();
  const grounds = useGroundLabels();
  const payment = useTradePayment(state === 'waiting' ? completion.tradeId : undefined);
  const { reason, ruling } = completion;
  return (
    <>
      <TradeSummary trade={completion} />
      {payment?.fee != null && ruling?.part == null && ruling?.outcome !== 'cancel' && (
        <Fact name={t('dispute.effectFee')}>
          <UsdtAmount value={payment.fee} unit />
        </Fact>
      )}
      {reason !== null && (
        <Fact name={t('approval.reason')}>{reasonText('TradeCompleting', reason, language) ?? reason}</Fact>
      )}
      {ruling !== null && (
        <>
          <Fact name={t('dispute.grounds')}>
            {ruling.reasons.map((ground) => grounds[ground]).join(', ')} ·{' '}
            <Link to={`/admin/disputes/${ruling.caseId}`} className="text-accent hover:underline">
              {t('dispute.title')}
            </Link>
          </Fact>
          {ruling.part !== null && (
            <Fact name={t('dispute.effectSettled')}>
              <UsdtAmount value={ruling.part.amount} unit /> · <KrwAmount value={ruling.part.krw} />
            </Fact>
          )}
          {ruling.text !== null && (
            <Fact name={t('dispute.rulingText')}>
              <span className="whitespace-pre-wrap break-words">{ruling.text}</span>
            </Fact>
          )}
        </>
      )}
    </>
  );
}
