import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';
import type { Trade } from './trade.ts';
import { sideOf } from './trade-policy.ts';

/** Whose consent a trade needs before it is matched; frozen when it is proposed. */
export type RequiredConsent = Readonly<NonNullable<DataOf<'TradeProposed'>['consent']>>;

/** The consent a trade waits for, with its amount reserved on both orders. */
export interface Consent {
  readonly of: readonly Side[];
  readonly given: readonly Side[];
  /** End of the offer (exclusive). ISO 8601 in UTC. */
  readonly until: string;
}

/** How long members have to consent to a worse price. */
export const consentMinutes = 30;

export const consentBegins = ({ of, minutes }: RequiredConsent, offeredAt: string): Consent => ({
  of,
  given: [],
  until: new Date(Date.parse(offeredAt) + minutes * 60_000).toISOString(),
});

/** Throws `InvariantBroken` for a consent that is not needed, or given twice. */
export function consentAfter(consent: Consent, side: Side): Consent {
  const { of, given } = consent;
  invariant(of.includes(side) && !given.includes(side), `the consent of ${side} is wanted and not given yet`);
  return { ...consent, given: [...given, side] };
}

export const isComplete = ({ of, given }: Pick<Consent, 'of' | 'given'>): boolean =>
  of.every((side) => given.includes(side));

export interface OfferAnswer {
  readonly memberId: MemberId;
  readonly at: string;
}

/**
 * A member accepts the price; with the last consent needed the trade is matched.
 *
 * Refused: TRADE_NOT_FOUND, CONSENT_NOT_YOURS, OFFER_OVER, CONSENT_GIVEN.
 */
export function acceptOffer(trade: Trade, answer: OfferAnswer): readonly TradeEvent[] {
  const { tradeId, consent, side } = offerTo(trade, answer);
  const given: TradeEvent = { type: 'ConsentGiven', data: { tradeId, side } };
  return isComplete(consentAfter(consent, side))
    ? [given, { type: 'TradeMatched', data: { tradeId } }]
    : [given];
}

/** A member declines the price: the trade is rejected. Refused as `acceptOffer`. */
export function declineOffer(trade: Trade, answer: OfferAnswer): readonly TradeEvent[] {
  const { tradeId } = offerTo(trade, answer);
  return [{ type: 'TradeRejecting', data: { tradeId, reason: 'CONSENT_DECLINED' } }];
}

/**
 * An admin withdraws an offer. A match that the members have accepted meanwhile is not cancelled instead.
 *
 * Refused: TRADE_NOT_FOUND, OFFER_OVER.
 */
export function withdrawOffer(trade: Trade, reason: string): readonly TradeEvent[] {
  if (trade.state === 'none') refuse('TRADE_NOT_FOUND');
  const { tradeId } = trade.terms;
  if (trade.state !== 'offered') refuse('OFFER_OVER', { tradeId, state: trade.state });
  return [{ type: 'TradeRejecting', data: { tradeId, reason } }];
}

/** Rejects an expired offer; appends nothing before its end or after an answer. */
export function expireOffer(trade: Trade, at: string): readonly TradeEvent[] {
  if (trade.state !== 'offered' || Date.parse(at) < Date.parse(trade.consent.until)) return [];
  return [{ type: 'TradeRejecting', data: { tradeId: trade.terms.tradeId, reason: 'CONSENT_EXPIRED' } }];
}

/** Members who are not parties get TRADE_NOT_FOUND. */
function offerTo(trade: Trade, { memberId, at }: OfferAnswer) {
  if (trade.state === 'none') refuse('TRADE_NOT_FOUND');
  const { tradeId } = trade.terms;
  const side = sideOf(trade.terms, memberId) ?? refuse('TRADE_NOT_FOUND');
  if (trade.state !== 'offered') refuse('OFFER_OVER', { tradeId, state: trade.state });
  const { consent } = trade;
  if (!consent.of.includes(side)) refuse('CONSENT_NOT_YOURS');
  if (Date.parse(at) >= Date.parse(consent.until)) refuse('OFFER_OVER', { tradeId, state: 'rejected' });
  if (consent.given.includes(side)) refuse('CONSENT_GIVEN');
  return { tradeId, consent, side };
}
