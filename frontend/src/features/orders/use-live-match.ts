import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { useTradePayment } from '../../api/trade-payment.ts';
import { lastingText } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { chatPath } from '../../ui/chat-path.ts';
import { useTradeNow } from '../../ui/trade-now.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Match } from './matches.ts';

/** A live match for its member: its payment, what it waits for, how long it has lasted, and the link to its next step. */
export function useLiveMatch(order: OrderView, match: Match) {
  const { t } = useTexts();
  const now = useNow(30_000);
  const payment = useTradePayment(match.tradeId);
  const orderPath = `/dashboard/orders/${order._id}`;
  return {
    payment,
    ...useTradeNow()(payment, order.side),
    lasting: lastingText(match.createdAt, now, t),
    orderPath,
    path: match.offered ? orderPath : chatPath(order, match.counterpartOrderId, match.tradeId),
  };
}
