import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { type TradePhase, tradePhaseOf } from '@matgyo/contracts/trade-phase';

type MatchView = OrderView['matchedBuyOrders'][number];

/** One match of an order, of either side. */
export interface Match extends Omit<MatchView, 'orderId'> {
  /** The counterpart's nickname. */
  readonly counterpart: string;
  readonly counterpartOrderId: string;
  readonly phase: Exclude<TradePhase, 'none'>;
  /** It waits for a member's consent to its price. */
  readonly offered: boolean;
}

/** An order's matches, newest first, without those that were aborted before they began. */
export function matchesOf({ matchedBuyOrders, matchedSellOrders }: OrderView): readonly Match[] {
  const all = [
    ...matchedBuyOrders.map((match) => ({ ...match, counterpart: match.orderId.buyerNickname })),
    ...matchedSellOrders.map((match) => ({ ...match, counterpart: match.orderId.sellerNickname })),
  ];
  return all
    .flatMap(({ orderId, ...match }) => {
      const phase = tradePhaseOf(match.status);
      const offered = match.status === 'offered';
      return phase === 'none' ? [] : [{ ...match, counterpartOrderId: orderId._id, phase, offered }];
    })
    .toReversed();
}

export const liveMatchesOf = (order: OrderView): readonly Match[] =>
  matchesOf(order).filter(({ phase }) => phase === 'live');

/** By trade id; empty until the order is loaded. */
export const matchesById = (order: OrderView | undefined): ReadonlyMap<string, Match> =>
  new Map(order === undefined ? [] : matchesOf(order).map((match) => [match.tradeId, match]));
