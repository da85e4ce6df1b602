import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import {
  type DataOf,
  isCaseEvent,
  isPaymentEvent,
  isTradeEvent,
} from '@matgyo/contracts/events/ledger-event';
import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import { compareMoney, isPositive, krwFor } from '@matgyo/contracts/money';
import type { Decider } from '../decider.ts';
import { invariant } from '../invariant.ts';
import { evolveAppeal, type RuledCase, ruledCase } from './appeal.ts';
import { type Cases, evolveCases, mayFollow, noCases } from './case.ts';
import { type Consent, consentAfter, consentBegins, isComplete, type RequiredConsent } from './consent.ts';
import { evolvePayment, type Payment, paymentBegins } from './payment.ts';
import { reversed, type Settlement } from './reversal.ts';

/** The terms of a trade; frozen when it is proposed. */
export type TradeTerms = Readonly<Omit<DataOf<'TradeProposed'>, 'consent'>>;

/** `ruling`: on the case by which the trade was completed or cancelled. */
interface Ended {
  readonly ruling: RuledCase | null;
}

/** A trade at rest: the process has nothing to do, until a person acts or permanently. */
export type RestingTrade =
  | { readonly state: 'offered'; readonly terms: TradeTerms; readonly consent: Consent }
  | {
      readonly state: 'matched';
      readonly terms: TradeTerms;
      readonly payment: Payment;
      readonly cases: Cases;
    }
  | { readonly state: 'rejected'; readonly terms: TradeTerms; readonly reason: string }
  | ({ readonly state: 'cancelled'; readonly terms: TradeTerms; readonly reason: string } & Ended)
  | ({ readonly state: 'completed' } & Settlement & Ended)
  | ({ readonly state: 'reversed'; readonly reason: string } & Settlement);

/** A trade in progress: a decision has to be executed on both orders. */
export type MovingTrade =
  | {
      readonly state: 'proposed';
      readonly terms: TradeTerms;
      readonly requiredConsent: RequiredConsent | undefined;
    }
  | { readonly state: 'rejecting'; readonly terms: TradeTerms; readonly reason: string }
  | ({ readonly state: 'cancelling'; readonly terms: TradeTerms; readonly reason: string } & Ended)
  | ({
      readonly state: 'completing';
      readonly terms: TradeTerms;
      readonly sellerReferralCode: string | null;
    } & Ended);

export type MatchedTrade = Extract<RestingTrade, { state: 'matched' }>;
export type ExistingTrade = RestingTrade | MovingTrade;
export type Trade = { readonly state: 'none' } | ExistingTrade;
export type TradeState = ExistingTrade['state'];

export const isResting = (trade: ExistingTrade): trade is RestingTrade => !isMoving(trade.state);

export const isMoving = (state: TradeState): state is MovingTrade['state'] =>
  state === 'proposed' || state === 'rejecting' || state === 'completing' || state === 'cancelling';

/** Events that do not change the state. */
const whileMatched = { from: ['matched'], to: undefined } as const;
const inAppeal = { from: ['completed', 'cancelled'], to: undefined } as const;

/** Each decision ends the state that it follows, so that of two simultaneous decisions one is refused. */
const transitions = {
  TradeProposed: { from: ['none'], to: 'proposed' },
  TradeOffered: { from: ['proposed'], to: 'offered' },
  ConsentGiven: { from: ['offered'], to: 'offered' },
  TradeMatched: { from: ['proposed', 'offered'], to: 'matched' },
  PaymentSent: whileMatched,
  PaymentReceived: whileMatched,
  TetherSent: whileMatched,
  TransferChecked: whileMatched,
  TetherReceived: whileMatched,
  StepTakenBack: whileMatched,
  WindowPaused: whileMatched,
  WindowResumed: whileMatched,
  WindowExtended: whileMatched,
  WindowExpired: whileMatched,
  CaseOpened: whileMatched,
  CaseStatementAdded: { from: ['matched', 'completed', 'cancelled'], to: undefined },
  CaseTaken: whileMatched,
  CaseReleased: whileMatched,
  CaseWithdrawn: whileMatched,
  CaseRuled: whileMatched,
  CaseAppealed: inAppeal,
  AppealRuled: inAppeal,
  TradeRejecting: { from: ['proposed', 'offered'], to: 'rejecting' },
  TradeRejected: { from: ['rejecting'], to: 'rejected' },
  TradeCompleting: { from: ['matched'], to: 'completing' },
  TradeCompleted: { from: ['completing'], to: 'completed' },
  TradeReversed: { from: ['completed'], to: 'reversed' },
  TradeCancelling: { from: ['matched'], to: 'cancelling' },
  TradeCancelled: { from: ['cancelling'], to: 'cancelled' },
} as const satisfies Readonly<
  Record<TradeEvent['type'], { from: readonly Trade['state'][]; to: TradeState | undefined }>
>;

/** The state after an event of a type, for readers that do not fold; undefined where it stays the same. */
export const stateAfter = (type: string): TradeState | undefined =>
  Object.hasOwn(transitions, type) ? transitions[type as TradeEvent['type']].to : undefined;

/**
 * The state after one more event. The read models use this function too, so that the rule exists once. Throws
 * `InvariantBroken` if the event cannot follow the state (docs/ledger.md, invariant 2).
 */
export function nextState(before: Trade['state'], { type, data }: TradeEvent): TradeState {
  const from: readonly Trade['state'][] = transitions[type].from;
  invariant(from.includes(before), `trade ${data.tradeId}: ${type} follows ${before}`);
  return transitions[type].to ?? (before as TradeState);
}

export const tradeDecider: Decider<Trade, TradeEvent> = {
  initial: { state: 'none' },
  owns: isTradeEvent,
  evolve,
};

function evolve(trade: Trade, event: TradeEvent, at: string): ExistingTrade {
  const { tradeId } = event.data;
  nextState(trade.state, event);
  if (event.type === 'TradeProposed') return proposed(event.data);
  invariant(trade.state !== 'none', `trade ${tradeId} is proposed first`);
  const { terms } = trade;
  invariant(terms.tradeId === tradeId, `trade ${tradeId} keeps to its stream`);
  if (isCaseEvent(event)) {
    if (trade.state === 'completed' || trade.state === 'cancelled')
      return { ...trade, ruling: evolveAppeal(trade, event) };
    invariant(trade.state === 'matched', `trade ${tradeId}: a case is about a matched trade`);
    return { ...trade, ...evolveCases(trade, event, at) };
  }
  if (trade.state === 'matched')
    invariant(
      mayFollow(trade.cases, event.type),
      `trade ${tradeId}: ${event.type} does not follow in a case`,
    );
  if (isPaymentEvent(event)) {
    invariant(trade.state === 'matched', `trade ${tradeId}: steps are marked while it is matched`);
    return { ...trade, payment: evolvePayment(trade.payment, event, at) };
  }
  switch (event.type) {
    case 'TradeOffered':
      return { state: 'offered', terms, consent: consentBegins(requiredConsentOf(trade), at) };
    case 'ConsentGiven':
      return { state: 'offered', terms, consent: consentAfter(consentOf(trade), event.data.side) };
    case 'TradeMatched':
      invariant(hasConsent(trade), `trade ${tradeId} has every consent that it needs`);
      return { state: 'matched', terms, payment: paymentBegins(at), cases: noCases };
    case 'TradeCompleting':
      return {
        state: 'completing',
        terms: termsCompleted(terms, event.data),
        ruling: rulingOf(trade, at, event.data.approval),
        sellerReferralCode: event.data.sellerReferralCode,
      };
    case 'TradeCompleted':
      return { ...completed(event.data), ruling: rulingOf(trade, at) };
    case 'TradeReversed':
      invariant(trade.state === 'completed', `trade ${tradeId} is completed before it is reversed`);
      invariant(trade.ruling?.appeal !== 'open', `trade ${tradeId}: its appeal is decided with its reversal`);
      return reversed(trade, event.data);
    case 'TradeCancelling':
    case 'TradeCancelled':
      return {
        state: transitions[event.type].to,
        terms,
        reason: event.data.reason,
        ruling: rulingOf(trade, at, 'approval' in event.data ? event.data.approval : undefined),
      };
    default:
      return { state: transitions[event.type].to, terms, reason: event.data.reason };
  }
}

/** Two sides, two members (docs/ledger.md, invariant 4). */
function proposed({ consent: requiredConsent, ...terms }: DataOf<'TradeProposed'>): ExistingTrade {
  const { tradeId, sellerId, buyerId, sellOrderId, buyOrderId } = terms;
  const isBetweenTwo = sellerId !== buyerId && sellOrderId !== buyOrderId;
  invariant(isBetweenTwo, `trade ${tradeId} is between two orders of two members`);
  return { state: 'proposed', terms, requiredConsent };
}

function requiredConsentOf(trade: ExistingTrade): RequiredConsent {
  const required = trade.state === 'proposed' ? trade.requiredConsent : undefined;
  invariant(required !== undefined, `trade ${trade.terms.tradeId} is offered where consent is wanted`);
  return required;
}

function consentOf(trade: ExistingTrade): Consent {
  invariant(trade.state === 'offered', `trade ${trade.terms.tradeId} is offered`);
  return trade.consent;
}

const hasConsent = (trade: ExistingTrade): boolean =>
  trade.state === 'proposed' ? trade.requiredConsent === undefined : isComplete(consentOf(trade));

function completed(data: DataOf<'TradeCompleted'>) {
  const { fee, sellerReferralCode, ...terms } = data;
  return { state: 'completed', terms, fee, sellerReferralCode } as const;
}

/** A ruling may complete less than was matched, at the same price. */
function termsCompleted(terms: TradeTerms, { amount, krw }: DataOf<'TradeCompleting'>): TradeTerms {
  if (amount === undefined) return terms;
  const isLess = isPositive(amount) && compareMoney(amount, terms.amount) < 0;
  invariant(isLess && krw === krwFor(amount, terms.price), `trade ${terms.tradeId} completes a part of it`);
  return { ...terms, amount, krw };
}

/** The ruling that a completion or cancellation executes; null without one. It is set by the event after the ruling. */
function rulingOf(trade: ExistingTrade, at: string, approval?: ApprovalMark): RuledCase | null {
  if (trade.state === 'matched') return ruledCase(trade.cases, at, approval);
  return 'ruling' in trade ? trade.ruling : null;
}
