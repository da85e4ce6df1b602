import type { ApprovalState } from './approvals.ts';
import type { ApprovalId, CaseId, OrderId, Side, TradeId } from './ids.ts';
import type { Price, Usdt } from './money.ts';
import type { OrderStatus } from './order-status.ts';
import type { PaymentStep } from './payment-steps.ts';
import type { TradeStatus } from './trade-phase.ts';

/** An order's state when the ledger refused: shown on a screen as changed. */
export interface OrderNow {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly status: OrderStatus;
  readonly open: Usdt;
  /** Revision of the order's stream, for `If-Match` and `expected`. */
  readonly revision: number;
}

type Nothing = Readonly<Record<never, never>>;
/** The details of a refused match: both orders in their current state. */
interface Changed {
  readonly changed?: readonly OrderNow[];
}

/** The ledger's refusals and their details. Codes are stable: clients act on them, texts are in the error catalogue. */
export interface LedgerRefusalDetails {
  /** The price has changed since it was seen; `price` is the current one, with `revision` when setting the price. */
  readonly PRICE_CHANGED: { readonly price: Price; readonly revision?: number };
  readonly PRICE_NOT_SET: Nothing;
  readonly KRW_NOT_POSITIVE: Nothing;
  readonly USDT_NOT_POSITIVE: Nothing;
  /** The client's USDT figure differs from `amount`, the server's, by more than 0.01. */
  readonly USDT_MISMATCH: { readonly amount: Usdt };
  /** The won of an order or a fill would round to zero: under half a won. */
  readonly WON_ROUND_TO_ZERO: Nothing;
  readonly AMOUNT_TOO_LARGE: Nothing;
  /** The member placing an order is inactive, or, with `side`, the owner of that side of a match. */
  readonly OWNER_INACTIVE: { readonly side?: Side };
  readonly OWNER_UNVERIFIED: Nothing;

  readonly ORDER_EXISTS: Nothing;
  /** It does not exist, is not of this side, or not this member's. */
  readonly ORDER_NOT_FOUND: Nothing;
  readonly ORDER_NOT_PENDING: { readonly status: OrderStatus };
  readonly ORDER_NOT_OPEN: Changed & { readonly status?: OrderStatus };
  /** Part of the order is reserved: cancel the match first. */
  readonly ORDER_HAS_LIVE_MATCH: Nothing;
  /** An order is not at the revision that the caller saw. */
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
  /** This sell and this buy order already have an unfinished match. */
  readonly PAIR_ALREADY_LIVE: Changed & { readonly tradeId?: TradeId };
  /** The order has reached the maximum number of matches. */
  readonly TOO_MANY_MATCHES: Changed;
  /** Other commands kept changing the orders until this match was given up. */
  readonly RESERVE_TIMED_OUT: Changed;

  readonly TRADE_NOT_FOUND: Nothing;
  /** These two orders were never matched. */
  readonly NEVER_MATCHED: Nothing;
  readonly TRADE_ALREADY_FINISHED: {
    readonly tradeId: TradeId;
    readonly state: 'rejected' | 'completed' | 'reversed' | 'cancelled';
  };
  /** Only a completed trade can be reversed. */
  readonly TRADE_NOT_COMPLETED: Nothing;
  /** The trade was already reversed. */
  readonly TRADE_REVERSED: Nothing;
  /** The match waits for a member's consent and cannot be completed before. */
  readonly CONSENT_PENDING: { readonly tradeId: TradeId };
  /** The offer was answered, withdrawn or has expired; `state` is the match's state now. */
  readonly OFFER_OVER: { readonly tradeId: TradeId; readonly state: TradeStatus };
  /** The price is within this member's limit: their consent is not needed. */
  readonly CONSENT_NOT_YOURS: Nothing;
  /** This member has accepted; the other one's answer is pending. */
  readonly CONSENT_GIVEN: Nothing;
  /** Steps can be marked only while a trade is matched, not before and not while it is being completed or cancelled. */
  readonly TRADE_NOT_MATCHED: Nothing;
  /** The step is the other party's, or another person made its mark. */
  readonly STEP_NOT_YOURS: Nothing;
  readonly STEP_ALREADY_MARKED: Nothing;
  readonly STEP_NOT_MARKED: Nothing;
  /** `next` is the step that comes first. */
  readonly STEP_OUT_OF_ORDER: { readonly next: PaymentStep };
  /** A later step was marked after it. */
  readonly STEP_FOLLOWED: Nothing;
  /** A step was marked or undone since the caller looked; `marked` is the last one marked now. */
  readonly STEPS_CHANGED: { readonly marked: PaymentStep | null };
  readonly STEP_NEEDS_SIGNATURE: Nothing;
  readonly STEP_NEEDS_REASON: Nothing;
  /** The transaction was named in another trade. */
  readonly SIGNATURE_USED: Nothing;
  readonly WINDOW_PAUSED: Nothing;
  readonly WINDOW_NOT_PAUSED: Nothing;
  /** All steps are marked: no step is pending. */
  readonly WINDOW_OVER: Nothing;
  /** The steps and their windows were changed the maximum number of times. */
  readonly TOO_MANY_STEPS: Nothing;
  /** A case is open on the trade, which continues only after its ruling or withdrawal. */
  readonly TRADE_IN_CASE: { readonly caseId: CaseId };
  /** The case was withdrawn or ruled on. */
  readonly CASE_CLOSED: Nothing;
  /** The side has reached the maximum number of cases on this trade, or of statements in this case. */
  readonly TOO_MANY_CASES: Nothing;
  readonly TOO_MANY_STATEMENTS: Nothing;
  /** A statement was added since the caller looked; `statements` is how many there are now. */
  readonly STATEMENTS_ADDED: { readonly statements: number };
  /** A ruling completes more than is matched. `amount`: what is. */
  readonly RULING_EXCEEDS_MATCH: { readonly amount: Usdt };
  /** A ruling has a reason and its opposite. */
  readonly REASONS_CONTRADICT: Nothing;
  /** Another admin has taken the case, or this one has already. */
  readonly CASE_TAKEN: Nothing;
  readonly CASE_NOT_TAKEN: Nothing;
  /** Only the party who opened a case can withdraw it. */
  readonly CASE_NOT_YOURS: Nothing;
  /** The case has no ruling that was carried out. */
  readonly NO_RULING: Nothing;
  readonly APPEAL_NOT_YOURS: Nothing;
  readonly ALREADY_APPEALED: Nothing;
  /** More than 72 hours after the ruling. */
  readonly APPEAL_TOO_LATE: Nothing;
  /** The admins who ruled and who approved the ruling decide on the appeal only if there is no other. */
  readonly APPEAL_NEEDS_ANOTHER_ADMIN: Nothing;
  /** The trade is completed: its ruling is overturned by reversing it. */
  readonly APPEAL_NEEDS_REVERSAL: Nothing;
  /** A reversal whose reason is an appeal decides an open one. */
  readonly NO_OPEN_APPEAL: Nothing;
  /** Another call is completing this trade. */
  readonly IN_PROGRESS: { readonly tradeId: TradeId };

  /** Another admin has to approve it first. */
  readonly APPROVAL_NEEDED: Nothing;
  /** The only admin has to type this to confirm, because no other one looks. */
  readonly CONFIRM_ALONE: { readonly confirmAlone: string };
  /** Below the limit, or there is no other admin: it can be done without approval. */
  readonly APPROVAL_NOT_NEEDED: Nothing;
  readonly APPROVAL_NOT_FOUND: Nothing;
  /** Decided, or expired; `state` is the request's state now. */
  readonly APPROVAL_OVER: { readonly state: ApprovalState };
  /** The same request is already waiting. */
  readonly APPROVAL_WAITING: { readonly approvalId: ApprovalId };
  /** The requesting admin cannot approve. */
  readonly APPROVAL_OWN: Nothing;
  /** The admin whose role it would change cannot refuse what another one can decide. */
  readonly APPROVAL_ABOUT_SELF: Nothing;
  /**
   * The match, the price or the account that the request is about, or the seller's referral code, has changed since.
   * `requested` and `now`: revisions of that stream; absent once nothing can be approved any more.
   */
  readonly APPROVAL_OUTDATED: { readonly requested?: number; readonly now?: number };
  /** The requesting or the deciding person is no active admin any more. */
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
