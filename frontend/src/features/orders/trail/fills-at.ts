import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { Usdt } from '@matgyo/contracts/money';
import type { TradeStatus } from '@matgyo/contracts/trade-phase';

/** One match of an order at a point in its trail. */
export interface FillThen {
  readonly tradeId: string;
  readonly amount: Usdt;
  readonly status: Extract<TradeStatus, 'matched' | 'offered' | 'completed' | 'reversed' | 'cancelled'>;
  /** Null before settlement, and for a buyer. */
  readonly fee: Usdt | null;
  /** The event, 1 = first, that caused its status. */
  readonly place: number;
}

const statusAfter: Readonly<Record<string, FillThen['status']>> = {
  FillReleased: 'cancelled',
  TradeReversed: 'reversed',
  TradeOffered: 'offered',
  TradeMatched: 'matched',
};

/** The order's matches after `entries`, oldest first, without refused ones. */
export function fillsAt(entries: readonly TrailEntry[]): readonly FillThen[] {
  const fills = new Map<string, FillThen>();
  for (const [index, { type, tradeId, amount, fee }] of entries.entries()) {
    if (tradeId === null) continue;
    const place = index + 1;
    const known = fills.get(tradeId);
    const status = statusAfter[type];
    if (type === 'FillReserved' && amount !== null)
      fills.set(tradeId, { tradeId, amount, status: 'matched', fee: null, place });
    else if (type === 'FillSettled' && known !== undefined)
      fills.set(tradeId, { ...known, amount: amount ?? known.amount, status: 'completed', fee, place });
    else if (status !== undefined && known !== undefined) fills.set(tradeId, { ...known, status, place });
  }
  return [...fills.values()];
}
