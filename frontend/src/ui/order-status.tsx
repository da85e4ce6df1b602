import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive } from '@matgyo/contracts/money';
import { type TradeStatus as State, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { useTexts } from '../i18n/index.ts';
import { StageMark, Status } from './status.tsx';

interface OrderStatusProps {
  readonly order: Pick<OrderView, 'status' | 'completed' | 'matchedBuyOrders' | 'matchedSellOrders'>;
  readonly badge?: boolean;
}

/** An order's status, that a match of it waits for a member's consent, or that all that was completed was reversed. */
export function OrderStatus({ order, badge }: OrderStatusProps) {
  const offered = [...order.matchedBuyOrders, ...order.matchedSellOrders].some(
    ({ status }) => status === 'offered',
  );
  return offered ? (
    <TradeStatus trade={{ status: 'offered', inCase: false }} badge={badge} />
  ) : (
    <Status status={order.status} badge={badge} allReversed={!isPositive(order.completed)} />
  );
}

interface TradeStatusProps {
  /** `inCase`: a dispute is open, so the trade stands still. */
  readonly trade: { readonly status: State; readonly inCase: boolean };
  readonly badge?: boolean | undefined;
}

/** A match's status, with the glyphs of orders. One aborted before it began counts as cancelled. */
export function TradeStatus({ trade: { status, inCase }, badge }: TradeStatusProps) {
  const { t } = useTexts();
  if (status === 'offered') return <StageMark stage="pending" word={t('consent.waits')} badge={badge} />;
  const phase = tradePhaseOf(status);
  if (phase === 'live' && inCase)
    return <StageMark stage="progress" word={t('status.tradeInCase')} badge={badge} colour="pending" />;
  if (phase === 'live') return <StageMark stage="progress" word={t('status.tradeLive')} />;
  if (phase === 'completed') return <StageMark stage="completed" word={t('status.tradeCompleted')} />;
  if (phase === 'reversed') return <StageMark stage="cancelled" word={t('status.tradeReversed')} />;
  return <StageMark stage="cancelled" word={t('status.Cancelled')} />;
}
