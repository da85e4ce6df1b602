import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { Status } from './status.tsx';
import { TradeStatus } from './trade-status.tsx';

interface OrderStatusProps {
  readonly order: Pick<OrderView, 'status' | 'matchedBuyOrders' | 'matchedSellOrders'>;
  readonly badge?: boolean;
}

/** An order's status, or that a match of it waits for a member's consent. */
export function OrderStatus({ order, badge }: OrderStatusProps) {
  const offered = [...order.matchedBuyOrders, ...order.matchedSellOrders].some(
    ({ status }) => status === 'offered',
  );
  return offered ? (
    <TradeStatus trade={{ status: 'offered', inCase: false }} badge={badge} />
  ) : (
    <Status status={order.status} badge={badge} />
  );
}
