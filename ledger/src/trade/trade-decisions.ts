import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Krw, Usdt } from '@matgyo/contracts/money';
import { refuse } from '../refusal.ts';
import { refuseInCase } from './case.ts';
import type { RequiredConsent } from './consent.ts';
import { awaitedStep } from './payment.ts';
import type { MatchedTrade, Trade, TradeTerms } from './trade.ts';

/*
 * Each decision returns the event that belongs to the state, or none when the trade has taken another path or is
 * already there: the process then reads the stream and continues from its state.
 */

export const propose = (trade: Trade, terms: TradeTerms, consent?: RequiredConsent): readonly TradeEvent[] =>
  trade.state === 'none' ? [{ type: 'TradeProposed', data: { ...terms, ...(consent && { consent }) } }] : [];

/** Both orders have reserved: it is matched, or offered to the members whose consent it needs. */
export function match(trade: Trade): readonly TradeEvent[] {
  if (trade.state !== 'proposed') return [];
  const { tradeId } = trade.terms;
  return [{ type: trade.requiredConsent === undefined ? 'TradeMatched' : 'TradeOffered', data: { tradeId } }];
}

export const startRejecting = (trade: Trade, reason: string): readonly TradeEvent[] =>
  trade.state === 'proposed'
    ? [{ type: 'TradeRejecting', data: { tradeId: trade.terms.tradeId, reason } }]
    : [];

export const finishRejecting = (trade: Trade): readonly TradeEvent[] =>
  trade.state === 'rejecting'
    ? [{ type: 'TradeRejected', data: { tradeId: trade.terms.tradeId, reason: trade.reason } }]
    : [];

/**
 * `sellerReferralCode` is the seller's current one; it is frozen here. `reason`: why it is completed although a step is
 * not marked; dropped if all steps are marked. Refused: CONSENT_PENDING, TRADE_IN_CASE.
 */
export function startCompleting(
  trade: Trade,
  sellerReferralCode: string | null,
  reason?: string,
): readonly TradeEvent[] {
  if (trade.state === 'offered') refuse('CONSENT_PENDING', { tradeId: trade.terms.tradeId });
  if (trade.state !== 'matched') return [];
  refuseInCase(trade);
  return [completing(trade, sellerReferralCode, reason)];
}

/** `part`: the amount that is completed, if less than matched, and its won. */
export function completing(
  { terms, payment }: MatchedTrade,
  sellerReferralCode: string | null,
  reason: string | undefined,
  part?: { readonly amount: Usdt; readonly krw: Krw },
): TradeEvent {
  const why = reason !== undefined && awaitedStep(payment) !== undefined ? { reason } : {};
  return { type: 'TradeCompleting', data: { tradeId: terms.tradeId, sellerReferralCode, ...why, ...part } };
}

/** Which approval a decision had, or that there was no other admin; or the limit that neither order was above. */
export type ApprovalOrLimit = { readonly approval: ApprovalMark } | { readonly fourEyesKrw: Krw };

export const withApproval = (
  events: readonly TradeEvent[],
  approval: ApprovalOrLimit,
): readonly TradeEvent[] =>
  events.map((event) =>
    event.type === 'TradeCompleting' || event.type === 'TradeCancelling'
      ? ({ ...event, data: { ...event.data, ...approval } } as TradeEvent)
      : event,
  );

/** `fee` is the fee that the sell order settled. */
export const finishCompleting = (trade: Trade, fee: Usdt): readonly TradeEvent[] =>
  trade.state === 'completing'
    ? [
        {
          type: 'TradeCompleted',
          data: { ...trade.terms, fee, sellerReferralCode: trade.sellerReferralCode },
        },
      ]
    : [];

/** An offer was no match yet: it is withdrawn by rejecting it. Refused: TRADE_IN_CASE. */
export function startCancelling(trade: Trade, reason: string): readonly TradeEvent[] {
  if (trade.state === 'offered')
    return [{ type: 'TradeRejecting', data: { tradeId: trade.terms.tradeId, reason } }];
  if (trade.state !== 'matched') return [];
  refuseInCase(trade);
  return [cancelling(trade, reason)];
}

export const cancelling = ({ terms: { tradeId } }: MatchedTrade, reason: string): TradeEvent => ({
  type: 'TradeCancelling',
  data: { tradeId, reason },
});

export const finishCancelling = (trade: Trade): readonly TradeEvent[] =>
  trade.state === 'cancelling'
    ? [{ type: 'TradeCancelled', data: { tradeId: trade.terms.tradeId, reason: trade.reason } }]
    : [];

/** Refused: TRADE_NOT_FOUND, TRADE_ALREADY_FINISHED, TRADE_NOT_MATCHED, TRADE_IN_CASE. */
export function matchedTrade(trade: Trade): MatchedTrade {
  switch (trade.state) {
    case 'none':
      return refuse('TRADE_NOT_FOUND');
    case 'rejected':
    case 'completed':
    case 'reversed':
    case 'cancelled':
      return refuse('TRADE_ALREADY_FINISHED', { tradeId: trade.terms.tradeId, state: trade.state });
    case 'matched':
      refuseInCase(trade);
      return trade;
    default:
      return refuse('TRADE_NOT_MATCHED');
  }
}
