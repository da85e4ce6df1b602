import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { type TradeEvent, tradeEventSchemas } from '@matgyo/contracts/events/trade-events';
import type { Usdt } from '@matgyo/contracts/money';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';

/** What a trade is about; frozen when it is proposed. */
export type TradeTerms = Readonly<Extract<TradeEvent, { type: 'TradeProposed' }>['data']>;

/** A trade at rest: the process has nothing to do until somebody acts, or never again. */
export type RestingTrade =
  | { readonly state: 'matched'; readonly terms: TradeTerms }
  | { readonly state: 'rejected' | 'cancelled'; readonly terms: TradeTerms; readonly reason: string }
  | {
      readonly state: 'completed';
      readonly terms: TradeTerms;
      readonly sellerReferralCode: string | null;
      readonly fee: Usdt;
    };

/** A trade under way: something has been decided and is to be carried out on both orders. */
export type MovingTrade =
  | { readonly state: 'proposed'; readonly terms: TradeTerms }
  | { readonly state: 'rejecting'; readonly terms: TradeTerms; readonly reason: string }
  | { readonly state: 'cancelling'; readonly terms: TradeTerms; readonly reason: string }
  | { readonly state: 'completing'; readonly terms: TradeTerms; readonly sellerReferralCode: string | null };

export type KnownTrade = RestingTrade | MovingTrade;
export type Trade = { readonly state: 'none' } | KnownTrade;
export type TradeState = KnownTrade['state'];

export const isResting = (trade: KnownTrade): trade is RestingTrade => !isMoving(trade.state);

export const isMoving = (state: TradeState): state is MovingTrade['state'] =>
  state === 'proposed' || state === 'rejecting' || state === 'completing' || state === 'cancelling';

/** The state after an event of a type: what a reader who does not fold may go by. */
export const stateAfter: ReadonlyMap<string, TradeState> = new Map<TradeEvent['type'], TradeState>([
  ['TradeProposed', 'proposed'],
  ['TradeMatched', 'matched'],
  ['TradeRejecting', 'rejecting'],
  ['TradeRejected', 'rejected'],
  ['TradeCompleting', 'completing'],
  ['TradeCompleted', 'completed'],
  ['TradeCancelling', 'cancelling'],
  ['TradeCancelled', 'cancelled'],
]);

/** Decide before acting: each decision follows one state only, so two of them compete for one revision. */
const follows: Readonly<Record<TradeEvent['type'], Trade['state']>> = {
  TradeProposed: 'none',
  TradeMatched: 'proposed',
  TradeRejecting: 'proposed',
  TradeRejected: 'rejecting',
  TradeCompleting: 'matched',
  TradeCompleted: 'completing',
  TradeCancelling: 'matched',
  TradeCancelled: 'cancelling',
};

export const tradeDecider: Decider<Trade, TradeEvent> = {
  initial: { state: 'none' },
  owns: (event: LedgerEvent): event is TradeEvent => Object.hasOwn(tradeEventSchemas, event.type),
  evolve,
};

function evolve(trade: Trade, event: TradeEvent): KnownTrade {
  const { tradeId } = event.data;
  invariant(follows[event.type] === trade.state, `trade ${tradeId}: ${event.type} follows ${trade.state}`);
  if (event.type === 'TradeProposed') return proposed(event.data);
  invariant(trade.state !== 'none', `trade ${tradeId} is proposed first`);
  const { terms } = trade;
  invariant(terms.tradeId === tradeId, `trade ${tradeId} keeps to its stream`);
  switch (event.type) {
    case 'TradeMatched':
      return { state: 'matched', terms };
    case 'TradeRejecting':
      return { state: 'rejecting', terms, reason: event.data.reason };
    case 'TradeRejected':
      return { state: 'rejected', terms, reason: event.data.reason };
    case 'TradeCompleting':
      return { state: 'completing', terms, sellerReferralCode: event.data.sellerReferralCode };
    case 'TradeCompleted':
      return completed(event.data);
    case 'TradeCancelling':
      return { state: 'cancelling', terms, reason: event.data.reason };
    case 'TradeCancelled':
      return { state: 'cancelled', terms, reason: event.data.reason };
    default:
      return event satisfies never;
  }
}

/** Two sides, two members (docs/ledger.md, invariant 4). */
function proposed(terms: TradeTerms): KnownTrade {
  const { tradeId, sellerId, buyerId, sellOrderId, buyOrderId } = terms;
  const isBetweenTwo = sellerId !== buyerId && sellOrderId !== buyOrderId;
  invariant(isBetweenTwo, `trade ${tradeId} is between two orders of two members`);
  return { state: 'proposed', terms };
}

function completed(data: Extract<TradeEvent, { type: 'TradeCompleted' }>['data']): RestingTrade {
  const { fee, sellerReferralCode, ...terms } = data;
  return { state: 'completed', terms, fee, sellerReferralCode };
}

/*
 * Decisions. Each answers with the event that belongs to the state, or with nothing when the trade has gone
 * another way or is there already: the driver then reads and follows.
 */

export const propose = (trade: Trade, terms: TradeTerms): readonly TradeEvent[] =>
  trade.state === 'none' ? [{ type: 'TradeProposed', data: terms }] : [];

export const match = (trade: Trade): readonly TradeEvent[] =>
  trade.state === 'proposed' ? [{ type: 'TradeMatched', data: { tradeId: trade.terms.tradeId } }] : [];

export const startRejecting = (trade: Trade, reason: string): readonly TradeEvent[] =>
  trade.state === 'proposed'
    ? [{ type: 'TradeRejecting', data: { tradeId: trade.terms.tradeId, reason } }]
    : [];

export const finishRejecting = (trade: Trade): readonly TradeEvent[] =>
  trade.state === 'rejecting'
    ? [{ type: 'TradeRejected', data: { tradeId: trade.terms.tradeId, reason: trade.reason } }]
    : [];

/** `sellerReferralCode` is the seller's at this moment; it is frozen here. */
export const startCompleting = (trade: Trade, sellerReferralCode: string | null): readonly TradeEvent[] =>
  trade.state === 'matched'
    ? [{ type: 'TradeCompleting', data: { tradeId: trade.terms.tradeId, sellerReferralCode } }]
    : [];

/** `fee` is the one the sell order settled. */
export const finishCompleting = (trade: Trade, fee: Usdt): readonly TradeEvent[] =>
  trade.state === 'completing'
    ? [
        {
          type: 'TradeCompleted',
          data: { ...trade.terms, fee, sellerReferralCode: trade.sellerReferralCode },
        },
      ]
    : [];

export const startCancelling = (trade: Trade, reason: string): readonly TradeEvent[] =>
  trade.state === 'matched'
    ? [{ type: 'TradeCancelling', data: { tradeId: trade.terms.tradeId, reason } }]
    : [];

export const finishCancelling = (trade: Trade): readonly TradeEvent[] =>
  trade.state === 'cancelling'
    ? [{ type: 'TradeCancelled', data: { tradeId: trade.terms.tradeId, reason: trade.reason } }]
    : [];
