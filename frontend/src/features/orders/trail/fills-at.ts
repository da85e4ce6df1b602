import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { Usdt } from '@matgyo/contracts/money';
import type { TradeStatus } from '@matgyo/contracts/trade-phase';

/** One match of an order as it stood at some moment. */
export interface FillThen {
  readonly tradeId: string;
  readonly amount: Usdt;
  readonly status: Extract<TradeStatus, 'matched' | 'offered' | 'completed' | 'reversed' | 'cancelled'>;
  /** The fee it cost; null before it was settled, and for a buyer. */
  readonly fee: Usdt | null;
  /** The place in the timeline (1 = first) that made it what it is. */
  readonly place: number;
}

/** The matches an order had after its first events, oldest first. A refused one was never there. */
export function fillsAt(entries: readonly TrailEntry[]): readonly FillThen[] {
  const fills = new Map<string, FillThen>();
  for (const [index, { type, tradeId, amount, fee }] of entries.entries()) {
    if (tradeId === null) continue;
    const place = index + 1;
    const known = fills.get(tradeId);
    if (type === 'FillReserved' && amount !== null)
      fills.set(tradeId, { tradeId, amount, status: 'matched', fee: null, place });
    else if (type === 'FillSettled' && known !== undefined)
      fills.set(tradeId, { ...known, status: 'completed', fee, place });
    else if (type === 'FillReleased' && known !== undefined)
      fills.set(tradeId, { ...known, status: 'cancelled', place });
    else if (type === 'TradeReversed' && known !== undefined)
      fills.set(tradeId, { ...known, status: 'reversed', place });
    else if (type === 'TradeOffered' && known !== undefined)
      fills.set(tradeId, { ...known, status: 'offered', place });
    else if (type === 'TradeMatched' && known !== undefined)
      fills.set(tradeId, { ...known, status: 'matched', place });
  }
  return [...fills.values()];
}
