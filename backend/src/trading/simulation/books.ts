import type { OrderEvent } from '@matgyo/contracts/events/order-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Side } from '@matgyo/contracts/ids';

/*
 * What the simulator knows of the ledger: an account of its own, kept from nothing but the events, in whole units
 * of 0.0001 USDT. No code of the deciders is in it, so what a decider gets wrong shows against it.
 */

export type DataOf<Type extends (OrderEvent | TradeEvent)['type']> = Extract<
  OrderEvent | TradeEvent,
  { type: Type }
>['data'];

export interface Books {
  /** Whether an order is also held to when a trade may take it up or let it go, not only to what comes of it. */
  readonly judgesSteps: boolean;
  readonly orders: Map<string, OrderAccount>;
  readonly trades: Map<string, TradeAccount>;
}

export interface OrderAccount {
  readonly side: Side;
  readonly memberId: string;
  readonly amount: bigint;
  phase: 'pending' | 'open' | 'completed' | 'rejected' | 'cancelled';
  open: bigint;
  reserved: bigint;
  settled: bigint;
  withdrawn: bigint;
  fees: bigint;
  /** Σ rate × amount of what was settled, unrounded. */
  feeBasis: bigint;
  readonly fills: Map<string, FillAccount>;
}

export interface FillAccount {
  state: 'reserved' | 'released' | 'refused' | 'settled';
  readonly amount: bigint;
  readonly counterOrderId: string;
  fee: bigint;
}

export type TradeTerms = DataOf<'TradeProposed'>;

export interface TradeAccount {
  readonly terms: TradeTerms;
  state:
    | 'proposed'
    | 'matched'
    | 'rejecting'
    | 'rejected'
    | 'completing'
    | 'completed'
    | 'cancelling'
    | 'cancelled';
}

/** What a trade has in its sell order and in its buy order. */
export const fillsOf = (
  { orders }: Books,
  { tradeId, sellOrderId, buyOrderId }: TradeTerms,
): readonly [FillAccount | undefined, FillAccount | undefined] => [
  orders.get(sellOrderId)?.fills.get(tradeId),
  orders.get(buyOrderId)?.fills.get(tradeId),
];
