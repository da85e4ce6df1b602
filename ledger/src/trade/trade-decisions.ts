import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Krw, Usdt } from '@matgyo/contracts/money';
import type { Unapproved } from '../approval/unapproved.ts';
import { refuse } from '../refusal.ts';
import { refuseInCase } from './case.ts';
import { type RequiredConsent, withdrawOffer } from './consent.ts';
import { awaitedStep, refuseUnlessMarked, type SeenMark } from './payment.ts';
import type { MatchedTrade, Trade, TradeTerms } from './trade.ts';

/*
 * The decisions of the process that carries out a trade (docs/ledger.md, a trade). Several processes may run it at once, and
 * after a crash it runs again. So a decision appends nothing if the trade is not in the state that the step continues: the
 * step was taken before, or the trade has taken another path. The process then continues from the state that it reads.
 */

export const propose = (trade: Trade, terms: TradeTerms, consent?: RequiredConsent): readonly TradeEvent[] =>
  trade.state === 'none' ? [{ type: 'TradeProposed', data: { ...terms, ...(consent && { consent }) } }] : [];

/** Both orders have reserved the amount. The trade is matched, or offered to the members whose consent it needs. */
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
 * Decides that a matched trade is completed. `sellerReferralCode` is the seller's current code; the event stores it,
 * because the fee counts for that code even if the seller changes it later. `reason` says why the trade is completed
 * although a payment step is not marked; it is left out if all steps are marked. `seen`: the steps on which the decision
 * is based.
 *
 * Refused: CONSENT_PENDING, TRADE_IN_CASE, STEPS_CHANGED.
 */
export function startCompleting(
  trade: Trade,
  sellerReferralCode: string | null,
  reason?: string,
  seen?: SeenMark,
): Unapproved<TradeEvent> {
  if (trade.state === 'offered') refuse('CONSENT_PENDING', { tradeId: trade.terms.tradeId });
  if (trade.state !== 'matched') return { unapproved: [] };
  refuseInCase(trade);
  refuseUnlessMarked(trade.payment, seen);
  return { unapproved: [completing(trade, sellerReferralCode, reason)] };
}

/** `part`: the USDT amount to complete and its won, if less than was matched. Otherwise all of it is completed. */
export function completing(
  { terms, payment }: MatchedTrade,
  sellerReferralCode: string | null,
  reason: string | undefined,
  part?: { readonly amount: Usdt; readonly krw: Krw },
): TradeEvent {
  const why = reason !== undefined && awaitedStep(payment) !== undefined ? { reason } : {};
  return { type: 'TradeCompleting', data: { tradeId: terms.tradeId, sellerReferralCode, ...why, ...part } };
}

/**
 * Why a decision was allowed: the approval that it had (or that there was no second admin), or the limit in won that
 * neither order exceeds.
 */
export type ApprovalOrLimit = { readonly approval: ApprovalMark } | { readonly fourEyesKrw: Krw };

/** Adds that to the events of a completion or cancellation. */
export const withApproval = (
  { unapproved }: Unapproved<TradeEvent>,
  approval: ApprovalOrLimit,
): readonly TradeEvent[] =>
  unapproved.map((event) =>
    event.type === 'TradeCompleting' || event.type === 'TradeCancelling'
      ? ({ ...event, data: { ...event.data, ...approval } } as TradeEvent)
      : event,
  );

/** The last step of completing. `fee` is the USDT amount that the sell order's settlement charged. */
export const finishCompleting = (trade: Trade, fee: Usdt): readonly TradeEvent[] =>
  trade.state === 'completing'
    ? [
        {
          type: 'TradeCompleted',
          data: { ...trade.terms, fee, sellerReferralCode: trade.sellerReferralCode },
        },
      ]
    : [];

/**
 * Decides that a matched trade is cancelled. A trade that was only offered is rejected instead, because it was never
 * matched. `seen`: the steps on which the decision is based.
 *
 * Refused: TRADE_IN_CASE, STEPS_CHANGED.
 */
export function startCancelling(trade: Trade, reason: string, seen?: SeenMark): readonly TradeEvent[] {
  if (trade.state === 'offered') return withdrawOffer(trade, reason);
  if (trade.state !== 'matched') return [];
  refuseInCase(trade);
  refuseUnlessMarked(trade.payment, seen);
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

/**
 * Returns the trade if it is matched and has no open case.
 *
 * Refused: TRADE_NOT_FOUND, TRADE_ALREADY_FINISHED, TRADE_NOT_MATCHED, TRADE_IN_CASE.
 */
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
