import type { ApprovalState } from './approvals.ts';
import type { ApprovalId, CaseId, OrderId, Side, TradeId } from './ids.ts';
import type { Price, Usdt } from './money.ts';
import type { OrderStatus } from './order-status.ts';
import type { PaymentStep } from './payment-steps.ts';
import type { TradeStatus } from './trade-phase.ts';

/** An order as it stood when the ledger said no: what a screen shows as "this has changed". */
export interface OrderNow {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly status: OrderStatus;
  readonly open: Usdt;
  /** Revision of the order's stream, for `If-Match` and `expected`. */
  readonly revision: number;
}

type Nothing = Readonly<Record<never, never>>;
/** What a match found when it was refused after all: both orders as they are now. */
interface Changed {
  readonly changed?: readonly OrderNow[];
}

/**
 * What the ledger may refuse, and what it says beside the code. Codes are stable machine words: clients act
 * on them, texts live in the error catalogue.
 */
export interface LedgerRefusalDetails {
  /** The price moved on since it was seen; `price` is the current one, to who sets it also with its `revision`. */
  readonly PRICE_CHANGED: { readonly price: Price; readonly revision?: number };
  readonly PRICE_NOT_SET: Nothing;
  readonly KRW_NOT_POSITIVE: Nothing;
  readonly USDT_NOT_POSITIVE: Nothing;
  /** The client's USDT figure is more than 0.01 away from `amount`, the server's. */
  readonly USDT_MISMATCH: { readonly amount: Usdt };
  /** An order, or a fill, that would be paid for with nothing: under half a won. */
  readonly WON_ROUND_TO_ZERO: Nothing;
  readonly AMOUNT_TOO_LARGE: Nothing;
  /** The member placing, or, when `side` is there, the owner of that side of a match is inactive. */
  readonly OWNER_INACTIVE: { readonly side?: Side };
  readonly OWNER_UNVERIFIED: Nothing;

  readonly ORDER_EXISTS: Nothing;
  /** Not there, not of this side, or not this member's. */
  readonly ORDER_NOT_FOUND: Nothing;
  readonly ORDER_NOT_PENDING: { readonly status: OrderStatus };
  readonly ORDER_NOT_OPEN: Changed & { readonly status?: OrderStatus };
  /** Part of the order is reserved: cancel the match first. */
  readonly ORDER_HAS_LIVE_MATCH: Nothing;
  /** An order is not at the revision that the person saw. */
  readonly STALE_REVISION: { readonly changed: readonly OrderNow[] };

  readonly SAME_ACCOUNT: Nothing;
  /** The actor owns one of the orders. */
  readonly OWN_ORDER: Nothing;
  /** The fee would count for the actor's invite code. */
  readonly FEE_TO_OWN_CODE: Nothing;
  readonly AMOUNT_EXCEEDS_OPEN: Changed & { readonly open?: Usdt };
  readonly PRICE_OUTSIDE_ORDERS: { readonly lowest: Price; readonly highest: Price };
  /** Worse for the owner of the order of `side` than their own price by more than the tolerance. */
  readonly PRICE_BEYOND_LIMIT: {
    readonly side: Side;
    readonly price: Price;
    readonly lowest: Price;
    readonly highest: Price;
  };
  /** This sell and this buy order already have a match that is not finished. */
  readonly PAIR_ALREADY_LIVE: Changed & { readonly tradeId?: TradeId };
  /** The order has had as many matches as one order may have. */
  readonly TOO_MANY_MATCHES: Changed;
  /** Others kept changing the orders for so long that this match was given up. */
  readonly RESERVE_TIMED_OUT: Changed;

  readonly TRADE_NOT_FOUND: Nothing;
  /** These two orders have no match, and never had one. */
  readonly NEVER_MATCHED: Nothing;
  readonly TRADE_ALREADY_FINISHED: {
    readonly tradeId: TradeId;
    readonly state: 'rejected' | 'completed' | 'reversed' | 'cancelled';
  };
  /** Only what was completed is reversed. */
  readonly TRADE_NOT_COMPLETED: Nothing;
  /** A trade is reversed once. */
  readonly TRADE_REVERSED: Nothing;
  /** The match waits for a member's consent and cannot be completed before. */
  readonly CONSENT_PENDING: { readonly tradeId: TradeId };
  /** The offer was answered, taken back or has run out; `state` is what has become of the match. */
  readonly OFFER_OVER: { readonly tradeId: TradeId; readonly state: TradeStatus };
  /** The price is within this member's limit: their consent was not asked. */
  readonly CONSENT_NOT_YOURS: Nothing;
  /** This member has accepted; the other one's answer is awaited. */
  readonly CONSENT_GIVEN: Nothing;
  /** Steps are marked while a trade is matched, not before and not while it is being completed or cancelled. */
  readonly TRADE_NOT_MATCHED: Nothing;
  /** The step is the other party's, or its mark was made by another person. */
  readonly STEP_NOT_YOURS: Nothing;
  readonly STEP_ALREADY_MARKED: Nothing;
  readonly STEP_NOT_MARKED: Nothing;
  /** `next` is the step that comes first. */
  readonly STEP_OUT_OF_ORDER: { readonly next: PaymentStep };
  /** A later step was marked on the strength of it. */
  readonly STEP_FOLLOWED: Nothing;
  readonly STEP_NEEDS_SIGNATURE: Nothing;
  readonly STEP_NEEDS_REASON: Nothing;
  /** The transaction was named in another trade. */
  readonly SIGNATURE_USED: Nothing;
  readonly WINDOW_PAUSED: Nothing;
  readonly WINDOW_NOT_PAUSED: Nothing;
  /** All steps are marked: no step is awaited. */
  readonly WINDOW_OVER: Nothing;
  /** The steps and the time for them were changed as often as they may be. */
  readonly TOO_MANY_STEPS: Nothing;
  /** A case is open on the trade: only its ruling, or its withdrawal, goes on. */
  readonly TRADE_IN_CASE: { readonly caseId: CaseId };
  /** Withdrawn or ruled on. */
  readonly CASE_CLOSED: Nothing;
  /** One side opens so many cases on one trade, and adds so many statements to one case. */
  readonly TOO_MANY_CASES: Nothing;
  readonly TOO_MANY_STATEMENTS: Nothing;
  /** Another admin has taken the case, or this one has already. */
  readonly CASE_TAKEN: Nothing;
  readonly CASE_NOT_TAKEN: Nothing;
  /** Who has not opened a case does not withdraw it. */
  readonly CASE_NOT_YOURS: Nothing;
  /** Another call is completing this trade. */
  readonly IN_PROGRESS: { readonly tradeId: TradeId };

  /** Another admin has to approve it first. */
  readonly APPROVAL_NEEDED: Nothing;
  /** Below the limit, or there is no other admin: it can be done as it is. */
  readonly APPROVAL_NOT_NEEDED: Nothing;
  readonly APPROVAL_NOT_FOUND: Nothing;
  /** Decided upon, or its time is over; `state` is what has become of it. */
  readonly APPROVAL_OVER: { readonly state: ApprovalState };
  /** It was asked for already, and waits. */
  readonly APPROVAL_WAITING: { readonly approvalId: ApprovalId };
  /** Who asked does not approve. */
  readonly APPROVAL_OWN: Nothing;
  /** What was asked is no longer so: the match, or the seller's referral code, changed. */
  readonly APPROVAL_OUTDATED: Nothing;
  /** Who asked, or who decides, is no active admin any more. */
  readonly APPROVAL_BY_NO_ADMIN: Nothing;

  readonly MEMBER_EXISTS: Nothing;
  readonly MEMBER_NOT_FOUND: Nothing;
  /** The last active admin can be neither demoted nor deactivated. */
  readonly LAST_ADMIN: Nothing;
}

export type LedgerRefusalCode = keyof LedgerRefusalDetails;

/** Why an actor who is otherwise allowed to may not act on an order or a match. */
export const conflictsOfInterest = [
  'OWN_ORDER',
  'FEE_TO_OWN_CODE',
] as const satisfies readonly LedgerRefusalCode[];
export type ConflictOfInterest = (typeof conflictsOfInterest)[number];
