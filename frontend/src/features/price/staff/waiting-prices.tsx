import { formatPrice } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useWaitingPrices } from '../../../ui/waiting-approvals.ts';

/** New prices that wait for another admin. */
export function WaitingPrices() {
  const { t, language } = useTexts();
  const waiting = useWaitingPrices();
  return waiting.map((one) => (
    <div key={one._id} className="mt-3 rounded-lg border border-line px-4 py-2.5">
      <p className="font-strong">
        {t('setPrice.waiting', {
          price: formatPrice(one.price.price, language),
          nickname: one.askedBy.nickname,
        })}
      </p>
      <WaitingApproval approval={one} />
    </div>
  ));
}
