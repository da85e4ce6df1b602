import type { ApprovalState } from './approvals.ts';
import type { approvalErrors } from './errors/approval-errors.ts';
import type { caseErrors } from './errors/case-errors.ts';
import type { orderErrors } from './errors/order-errors.ts';
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

/** The details of a refused match: both orders in their current state. */
interface Changed {
  readonly changed?: readonly OrderNow[];
}

/** The details of refusals that have any. */
interface Details {
  /** The price has changed since it was seen; `price` is the current one, with `revision` when setting the price. */
  readonly PRICE_CHANGED: { readonly price: Price; readonly revision?: number };
  /** The client's USDT figure differs from `amount`, the server's, by more than 0.01. */
  readonly USDT_MISMATCH: { readonly amount: Usdt };
  /** The member placing an order is inactive, or, with `side`, the owner of that side of a match. */
  readonly OWNER_INACTIVE: { readonly side?: Side };
  readonly ORDER_NOT_PENDING: { readonly status: OrderStatus };
  readonly ORDER_NOT_OPEN: Changed & { readonly status?: OrderStatus };
  /** An order is not at the revision that the caller saw. */
  readonly STALE_REVISION: { readonly changed: readonly OrderNow[] };

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

  readonly TRADE_ALREADY_FINISHED: {
    readonly tradeId: TradeId;
    readonly state: 'rejected' | 'completed' | 'reversed' | 'cancelled';
  };
  /** The match waits for a member's consent and cannot be completed before. */
  readonly CONSENT_PENDING: { readonly tradeId: TradeId };
  /** The offer was answered, withdrawn or has expired; `state` is the match's state now. */
  readonly OFFER_OVER: { readonly tradeId: TradeId; readonly state: TradeStatus };
  /** `next` is the step that comes first. */
  readonly STEP_OUT_OF_ORDER: { readonly next: PaymentStep };
  /** A step was marked or undone since the caller looked; `marked` is the last one marked now. */
  readonly STEPS_CHANGED: { readonly marked: PaymentStep | null };
  /** A case is open on the trade, which continues only after its ruling or withdrawal. */
  readonly TRADE_IN_CASE: { readonly caseId: CaseId };
  /** A statement was added since the caller looked; `statements` is how many there are now. */
  readonly STATEMENTS_ADDED: { readonly statements: number };
  /** A ruling completes more than is matched. `amount`: what is. */
  readonly RULING_EXCEEDS_MATCH: { readonly amount: Usdt };
  /** Another call is completing this trade. */
  readonly IN_PROGRESS: { readonly tradeId: TradeId };

  /** The only admin has to type this to confirm, because no other one looks. */
  readonly CONFIRM_ALONE: { readonly confirmAlone: string };
  /** Decided, or expired; `state` is the request's state now. */
  readonly APPROVAL_OVER: { readonly state: ApprovalState };
  /** The same request is already waiting. */
  readonly APPROVAL_WAITING: { readonly approvalId: ApprovalId };
  /**
   * The match, the price or the account that the request is about, or the seller's referral code, has changed since.
   * `requested` and `now`: revisions of that stream; absent once nothing can be approved any more.
   */
  readonly APPROVAL_OUTDATED: { readonly requested?: number; readonly now?: number };
}

/** Codes are stable: clients act on them, texts are in the error catalogue. */
export type LedgerRefusalCode =
  | keyof typeof orderErrors
  | keyof typeof caseErrors
  | keyof typeof approvalErrors
  | ('MEMBER_EXISTS' | 'MEMBER_NOT_FOUND' | 'LAST_ADMIN' | 'IN_PROGRESS');
export type LedgerRefusalDetails = {
  readonly [Code in LedgerRefusalCode]: Code extends keyof Details
    ? Details[Code]
    : Readonly<Record<never, never>>;
};

/** Why an actor who is otherwise allowed to may not act on an order or a match. */
export const conflictsOfInterest = [
  'OWN_ORDER',
  'FEE_TO_OWN_CODE',
] as const satisfies readonly LedgerRefusalCode[];
export type ConflictOfInterest = (typeof conflictsOfInterest)[number];
