import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { type TradePhase, type TradeStatus, tradePhaseOf } from '@matgyo/contracts/trade-phase';

/** One match of an order, of either side. */
export interface Match {
  readonly tradeId: string;
  /** The counterpart's nickname. */
  readonly counterpart: string;
  readonly counterpartOrderId: string;
  readonly amount: Usdt;
  readonly price: Price;
  readonly krw: Krw;
  readonly status: TradeStatus;
  readonly phase: Exclude<TradePhase, 'none'>;
  /** It waits for a member's consent to its price. */
  readonly offered: boolean;
  /** The time for its next payment step is up. */
  readonly overdue: boolean;
  /** A dispute is open: only its ruling completes or cancels it. */
  readonly inCase: boolean;
  readonly createdAt: string;
  /** Completed, cancelled or reversed, whichever was last. */
  readonly endedAt: string | null;
}

/** An order's matches, newest first, without those that were aborted before they began. */
export function matchesOf(order: OrderView): readonly Match[] {
  const all = [
    ...order.matchedBuyOrders.map((match) => ({
      ...match,
      counterpart: match.orderId.buyerNickname,
      counterpartOrderId: match.orderId._id,
    })),
    ...order.matchedSellOrders.map((match) => ({
      ...match,
      counterpart: match.orderId.sellerNickname,
      counterpartOrderId: match.orderId._id,
    })),
  ];
  return all
    .flatMap((match) => {
      const phase = tradePhaseOf(match.status);
      return phase === 'none' ? [] : [{ ...match, phase, offered: match.status === 'offered' }];
    })
    .toReversed();
}
