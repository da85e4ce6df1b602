import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { isPositive } from '@matgyo/contracts/money';
import { type TradeStatus as State, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { useTexts } from '../i18n/index.ts';
import { StageMark, Status } from './status.tsx';

interface OrderStatusProps {
  readonly order: Pick<OrderView, 'status' | 'completed'> & {
    readonly matchedBuyOrders: readonly TradeStatusProps['trade'][];
    readonly matchedSellOrders: readonly TradeStatusProps['trade'][];
  };
  readonly badge?: boolean;
}

/** The match whose status says more than its order's: it can be completed, is in a dispute or waits for consent. */
export const statusMatch = ({ matchedBuyOrders, matchedSellOrders }: OrderStatusProps['order']) => {
  const matches = [...matchedBuyOrders, ...matchedSellOrders];
  return (
    matches.find(({ readyToComplete }) => readyToComplete) ??
    matches.find(({ inCase }) => inCase) ??
    matches.find(({ status }) => status === 'offered')
  );
};

/** An order's status, or that of its `statusMatch`, or that all that was completed was reversed. */
export function OrderStatus({ order, badge }: OrderStatusProps) {
  const match = statusMatch(order);
  return match === undefined ? (
    <Status status={order.status} badge={badge} allReversed={!isPositive(order.completed)} />
  ) : (
    <TradeStatus trade={match} badge={badge} />
  );
}

interface TradeStatusProps {
  readonly trade: {
    readonly status: State;
    /** A dispute is open, so the trade stands still. */
    readonly inCase: boolean;
    /** All payment steps are marked. */
    readonly readyToComplete: boolean;
  };
  readonly badge?: boolean | undefined;
}

/** A match's status, with the glyphs of orders. One aborted before it began counts as cancelled. */
export function TradeStatus({ trade: { status, inCase, readyToComplete }, badge }: TradeStatusProps) {
  const { t } = useTexts();
  if (status === 'offered') return <StageMark stage="pending" word={t('consent.waits')} badge={badge} />;
  const phase = tradePhaseOf(status);
  if (phase === 'live' && readyToComplete)
    return <StageMark stage="progress" word={t('status.tradeReady')} badge={badge} colour="onsale" />;
  if (phase === 'live' && inCase)
    return <StageMark stage="dispute" word={t('status.tradeInCase')} badge={badge} />;
  if (phase === 'live') return <StageMark stage="progress" word={t('status.tradeLive')} />;
  if (phase === 'completed') return <StageMark stage="completed" word={t('status.tradeCompleted')} />;
  if (phase === 'reversed') return <StageMark stage="cancelled" word={t('status.tradeReversed')} />;
  return <StageMark stage="cancelled" word={t('status.Cancelled')} />;
}
