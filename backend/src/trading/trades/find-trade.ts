import type { OrderId, TradeId } from '@matgyo/contracts/ids';
import { tradeIdSchema } from '@matgyo/contracts/schemas/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { placedOrder } from '@matgyo/ledger/order/decisions';
import { liveFillWith } from '@matgyo/ledger/order/fills';
import type { PlacedOrder } from '@matgyo/ledger/order/order';
import { refuse } from '@matgyo/ledger/refusal';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { ofOrder, ofTrade } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, loadStream, type StreamHistory } from '../../platform/commands/stream-history.ts';
import type { PairIds } from '../orders/order-pair.ts';

export const loadTrade = (log: LedgerLog, tradeId: TradeId): Promise<StreamHistory<Trade>> =>
  loadStream(log, ofTrade(tradeId));

/** A trade as callers name it: by id, or by its two orders, which have at most one live trade. */
export type TradeRef =
  | (Partial<PairIds> & { readonly tradeId: TradeId })
  | (PairIds & { readonly tradeId?: undefined });

/**
 * Finds the trade. For a pair: the trade this command acted on before, else the live one, else the newest that was
 * matched. Refused: ORDER_NOT_FOUND, TRADE_NOT_FOUND, NEVER_MATCHED.
 */
export async function findTrade(log: LedgerLog, ref: TradeRef, commandId: string): Promise<TradeId> {
  if (ref.tradeId !== undefined) return findById(log, ref, ref.tradeId);
  const { sellOrderId, buyOrderId } = ref;
  const { state, events } = await loadStream(log, ofOrder(sellOrderId));
  const sell = placedOrder(state, 'sell');
  return (
    tradeOfCommand(events, commandId) ??
    liveFillWith(sell, buyOrderId)?.tradeId ??
    (await newestMatched(log, sell, buyOrderId)) ??
    neverMatched(log, buyOrderId)
  );
}

async function findById(log: LedgerLog, ref: Partial<PairIds>, tradeId: TradeId): Promise<TradeId> {
  const { state: trade } = await loadTrade(log, tradeId);
  if (trade.state === 'none') refuse('TRADE_NOT_FOUND');
  const { sellOrderId, buyOrderId } = trade.terms;
  const isOfPair =
    (ref.sellOrderId ?? sellOrderId) === sellOrderId && (ref.buyOrderId ?? buyOrderId) === buyOrderId;
  if (!isOfPair) refuse('TRADE_NOT_FOUND');
  return tradeId;
}

/** The pair may have been matched again since the command's first run, which meant the earlier trade. */
function tradeOfCommand(events: readonly RecordedEvent[], commandId: string): TradeId | undefined {
  const step = events.find(({ metadata }) => metadata.commandId === commandId);
  return tradeIdSchema.safeParse(step?.data['tradeId']).data;
}

async function newestMatched(log: LedgerLog, sell: PlacedOrder, buyOrderId: OrderId) {
  for (const fill of sell.fills.toReversed()) {
    if (fill.state === 'refused' || fill.counterOrderId !== buyOrderId) continue;
    if (fill.state === 'settled') return fill.tradeId;
    // Released after a cancelled or rejected match.
    const { state: trade } = await loadTrade(log, fill.tradeId);
    if (trade.state === 'cancelling' || trade.state === 'cancelled') return fill.tradeId;
  }
  return undefined;
}

async function neverMatched(log: LedgerLog, buyOrderId: OrderId): Promise<never> {
  const { state } = await loadStream(log, ofOrder(buyOrderId));
  placedOrder(state, 'buy');
  refuse('NEVER_MATCHED');
}
