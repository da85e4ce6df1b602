import { useTradePayment } from '../../../../api/trade-payment.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { ButtonLink } from '../../../../ui/button.tsx';

export function OpenDispute({ tradeId }: { readonly tradeId: string }) {
  const { t } = useTexts();
  const caseId = useTradePayment(tradeId)?.caseId;
  if (caseId == null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-strong text-rejected">{t('steps.inCase')}</span>
      <ButtonLink to={`/admin/disputes/${caseId}`} size="medium">
        {t('steps.viewCase')}
      </ButtonLink>
    </p>
  );
}
