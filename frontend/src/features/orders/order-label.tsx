import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { useTexts } from '../../i18n/index.ts';

/** A short label of an order: `판매 · mina7`. */
export function OrderLabel({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  return (
    <span className="whitespace-nowrap">
      {order.side === 'sell' ? t('label.sell') : t('label.buy')} · {order.userId.nickname}
    </span>
  );
}
