import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive } from '@matgyo/contracts/money';
import { formatUsdt } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';

/** The text under an order's amount: what remains, or how it ended. */
export function useRemainderText(): (order: OrderView) => string {
  const { t, language } = useTexts();
  return (order) => {
    const sells = order.side === 'sell';
    switch (order.status) {
      case 'Sale Completed':
        return t('order.allSold');
      case 'Buy Completed':
        return t('order.allBought');
      case 'Rejected':
      case 'Cancelled':
        if (isPositive(order.settled)) {
          const amount = formatUsdt(order.settled, language);
          return sells ? t('order.soldPart', { amount }) : t('order.boughtPart', { amount });
        }
        return sells ? t('order.notSold') : t('order.notBought');
      default:
        return t('order.remaining', { amount: formatUsdt(order.amountRemaining, language) });
    }
  };
}
