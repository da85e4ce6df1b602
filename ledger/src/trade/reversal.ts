import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Usdt } from '@matgyo/contracts/money';
import type { ReversalReason } from '@matgyo/contracts/reversals';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';
import { type EndedTrade, overturnEvents } from './appeal.ts';
import { statementCount } from './case.ts';
import type { RestingTrade, Trade, TradeTerms } from './trade.ts';

/** The amounts that a completed trade moved. */
export interface Settlement {
  readonly terms: TradeTerms;
  readonly fee: Usdt;
  readonly sellerReferralCode: string | null;
}

/** Reverses exactly the completed amounts. Throws `InvariantBroken`. */
export function reversed(trade: Settlement, data: DataOf<'TradeReversed'>): RestingTrade {
  const { terms, fee, sellerReferralCode } = trade;
  const figures = { ...terms, fee, sellerReferralCode };
  const names = Object.keys(figures) as (keyof typeof figures)[];
  invariant(
    names.every((name) => figures[name] === data[name]),
    `trade ${terms.tradeId} is reversed as it was completed`,
  );
  return { state: 'reversed', terms, fee, sellerReferralCode, reason: data.reason };
}

/**
 * The completed trade, if it can be reversed for this reason. Earlier reversals may name an appeal that was not open.
 *
 * Refused: TRADE_NOT_FOUND, TRADE_NOT_COMPLETED, TRADE_REVERSED, NO_OPEN_APPEAL.
 */
export function reversibleTrade(trade: Trade, reason: string): Extract<EndedTrade, { state: 'completed' }> {
  if (trade.state === 'none') refuse('TRADE_NOT_FOUND');
  if (trade.state === 'reversed') refuse('TRADE_REVERSED');
  if (trade.state !== 'completed') refuse('TRADE_NOT_COMPLETED');
  const overturned: ReversalReason = 'OVERTURNED_ON_APPEAL';
  if (reason === overturned && trade.ruling?.appeal !== 'open') refuse('NO_OPEN_APPEAL');
  return trade;
}

/**
 * Counts the events of a trade's stream that its reversal depends on. Statements are no such events, since a party
 * could make every approval outdated with them; the one of an appeal is.
 */
export function revisionForReversal(
  { ruling }: Extract<EndedTrade, { state: 'completed' }>,
  revision: number,
): number {
  if (ruling === null) return revision;
  return revision - statementCount(ruling.statements) + (ruling.appeal === 'none' ? 0 : 1);
}

export interface Reversal {
  readonly reason: string;
  readonly grounds: string;
  readonly approval: ApprovalMark;
}

/**
 * Reverses a completed trade as a whole; its orders do not change. Refused as `reversibleTrade`. If an appeal
 * against its ruling is open, this decides it.
 */
export function reverse(trade: Trade, reversal: Reversal): readonly TradeEvent[] {
  const completed = reversibleTrade(trade, reversal.reason);
  const { terms, fee, sellerReferralCode } = completed;
  return [
    ...overturnEvents(completed),
    { type: 'TradeReversed', data: { ...terms, fee, sellerReferralCode, ...reversal } },
  ];
}
