import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import {
  type PaymentMethod,
  type PaymentStep,
  partyOf,
  paymentSteps,
  type TransferOutcome,
} from '@matgyo/contracts/payment-steps';
import type { Principal } from '../principal.ts';
import { refuse } from '../refusal.ts';
import {
  awaitedStep,
  dueAt,
  eventOf,
  isCancelledWhenOver,
  type Payment,
  uncheckedMark,
  windowEnd,
} from './payment.ts';
import type { MatchedTrade, Trade, TradeTerms } from './trade.ts';
import { cancelling, matchedTrade } from './trade-decisions.ts';
import { isParty, partyIn } from './trade-policy.ts';

/**
 * Changes of a trade's steps after which no mark is undone, and after which no window is paused or extended: the whole
 * stream is read for each decision. The second is more, so that a party cannot use up what an admin needs. Marking and
 * resuming need no limit of their own: to do either again takes an undo or a pause.
 */
const undoChangesMax = 100;
const windowChangesMax = 200;

export interface StepRequest {
  readonly step: PaymentStep;
  /** A party acting for itself, or an admin for a party. */
  readonly actor: Principal;
  /** Why an admin marks it for the party. */
  readonly reason?: string | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly signature?: string | undefined;
  readonly evidence?: string | undefined;
}

/** Refused: as `matchedTrade`, TOO_MANY_STEPS. */
function withFewerChanges(trade: Trade, changes: number): MatchedTrade {
  const open = matchedTrade(trade);
  return open.payment.changes < changes ? open : refuse('TOO_MANY_STEPS');
}

/**
 * Marks the next step, by the party who owes it, or by an admin who is not a party and gives a reason.
 *
 * Refused: TRADE_NOT_FOUND, STEP_NOT_YOURS, TRADE_ALREADY_FINISHED, TRADE_NOT_MATCHED, TRADE_IN_CASE,
 * STEP_ALREADY_MARKED, STEP_OUT_OF_ORDER, STEP_NEEDS_REASON, STEP_NEEDS_SIGNATURE.
 */
export function markStep(
  trade: Trade,
  { step, actor, reason, ...brought }: StepRequest,
): readonly PaymentEvent[] {
  const onBehalf = isOnBehalf(trade, step, actor);
  const { terms, payment } = matchedTrade(trade);
  const next = awaitedStep(payment);
  if (payment.marks.some((mark) => mark.step === step)) refuse('STEP_ALREADY_MARKED');
  if (next !== undefined && next !== step) refuse('STEP_OUT_OF_ORDER', { next });
  if (onBehalf && reason === undefined) refuse('STEP_NEEDS_REASON');
  if (step === 'tether-sent' && !onBehalf && brought.signature === undefined) refuse('STEP_NEEDS_SIGNATURE');
  const data = { tradeId: terms.tradeId, ...(onBehalf && { reason }), ...broughtBy(step, brought) };
  return [{ type: eventOf[step], data } as PaymentEvent];
}

function broughtBy(
  step: PaymentStep,
  { method, signature, evidence }: Pick<StepRequest, 'method' | 'signature' | 'evidence'>,
) {
  if (step === 'tether-sent') return signature === undefined ? {} : { signature };
  if (step !== 'payment-sent') return {};
  return { ...(method && { method }), ...(evidence && { evidence }) };
}

/**
 * Undoes the last mark: a party its own, an admin one made by an admin.
 *
 * Refused: TRADE_NOT_FOUND, STEP_NOT_YOURS, TRADE_ALREADY_FINISHED, TRADE_NOT_MATCHED, TRADE_IN_CASE, STEP_NOT_MARKED,
 * STEP_FOLLOWED, TOO_MANY_STEPS.
 */
export function takeBackStep(
  trade: Trade,
  { step, actor }: Pick<StepRequest, 'step' | 'actor'>,
): readonly PaymentEvent[] {
  const onBehalf = isOnBehalf(trade, step, actor);
  const { terms, payment } = withFewerChanges(trade, undoChangesMax);
  const mark = payment.marks.find((made) => made.step === step);
  if (mark === undefined) refuse('STEP_NOT_MARKED');
  if (mark.byAdmin ? !actor.admin : onBehalf) refuse('STEP_NOT_YOURS');
  if (payment.marks.at(-1) !== mark) refuse('STEP_FOLLOWED');
  return [{ type: 'StepTakenBack', data: { tradeId: terms.tradeId, step } }];
}

/** Whether an admin acts for the party who owes the step. Members who are not parties get TRADE_NOT_FOUND. */
function isOnBehalf(trade: Trade, step: PaymentStep, actor: Principal): boolean {
  const party = partyIn(trade, actor);
  // Also if it is an admin: a party never marks a step for its counterpart.
  return party === 'admin' || (party !== partyOf[step] && refuse('STEP_NOT_YOURS'));
}

/** The result of checking a transaction on Solana. */
export interface TransferSeen {
  readonly signature: string;
  readonly outcome: TransferOutcome;
  readonly amount?: Usdt;
}

/**
 * Records the result for a mark's transaction, once; appends nothing when that mark was undone, or the trade has ended.
 */
export function checkTransfer(trade: Trade, seen: TransferSeen): readonly PaymentEvent[] {
  if (trade.state !== 'matched' || uncheckedMark(trade.payment.marks, seen.signature) === undefined)
    return [];
  return [{ type: 'TransferChecked', data: { tradeId: trade.terms.tradeId, ...seen } }];
}

/** An admin's change of a window. */
export interface WindowRequest {
  readonly adminId: MemberId;
  readonly reason: string;
}

/**
 * Pauses the window of the pending step. Refused: as `markStep` for the trade's state, TOO_MANY_STEPS, OWN_ORDER for a
 * party's own trade, WINDOW_OVER, WINDOW_PAUSED.
 */
export function pauseWindow(trade: Trade, { adminId, reason }: WindowRequest): readonly PaymentEvent[] {
  const { tradeId, payment } = running(withFewerChanges(trade, windowChangesMax), adminId);
  if (payment.window.pausedAt !== null) refuse('WINDOW_PAUSED');
  return [{ type: 'WindowPaused', data: { tradeId, reason } }];
}

/** Resumes it. Refused: as `pauseWindow`, except TOO_MANY_STEPS, and WINDOW_NOT_PAUSED. */
export function resumeWindow(trade: Trade, { adminId, reason }: WindowRequest): readonly PaymentEvent[] {
  const { tradeId, payment } = running(matchedTrade(trade), adminId);
  if (payment.window.pausedAt === null) refuse('WINDOW_NOT_PAUSED');
  return [{ type: 'WindowResumed', data: { tradeId, reason } }];
}

interface WindowExtension extends WindowRequest {
  readonly minutes: number;
  readonly at: string;
  /** The window's length in minutes. */
  readonly windowMinutes: number;
}

/**
 * Adds minutes to it; to one that has expired, from now on: else it would expire again at once. Refused: as
 * `pauseWindow`, except WINDOW_PAUSED.
 */
export function extendWindow(
  trade: Trade,
  { adminId, reason, minutes, at, windowMinutes }: WindowExtension,
): readonly PaymentEvent[] {
  const { tradeId, payment } = running(withFewerChanges(trade, windowChangesMax), adminId);
  const { from, pausedAt, expired } = payment.window;
  const overdueMs = Date.parse(pausedAt ?? at) - Date.parse(windowEnd(from, windowMinutes));
  const passed = expired ? Math.max(0, Math.ceil(overdueMs / 60_000)) : 0;
  return [{ type: 'WindowExtended', data: { tradeId, minutes: passed + minutes, reason } }];
}

function running(
  { terms, payment }: MatchedTrade,
  adminId: MemberId,
): { readonly tradeId: TradeTerms['tradeId']; readonly payment: Payment } {
  if (isParty(terms, adminId)) refuse('OWN_ORDER');
  if (payment.marks.length === paymentSteps.length) refuse('WINDOW_OVER');
  return { tradeId: terms.tradeId, payment };
}

/** The reason for cancelling a trade whose won were not sent in time, if the operator configured that. */
export const paymentOverdue = 'PAYMENT_OVERDUE';

/**
 * Records that the window of the pending step has expired, once; appends nothing before its end, or when no step is
 * pending. `cancelsUnpaid`: if the won were never marked as sent, the trade is cancelled too.
 */
export function expireWindow(trade: Trade, { minutes, at, cancelsUnpaid }: WindowEnd): readonly TradeEvent[] {
  if (trade.state !== 'matched') return [];
  const { terms, payment, cases } = trade;
  const step = awaitedStep(payment);
  const due = dueAt(payment.window, cases.open !== null, minutes);
  if (step === undefined || payment.window.expired || due === null || Date.parse(at) < Date.parse(due))
    return [];
  const data = { tradeId: terms.tradeId, step, minutes };
  return isCancelledWhenOver(payment, cancelsUnpaid)
    ? [{ type: 'WindowExpired', data: { ...data, cancels: true } }, cancelling(trade, paymentOverdue)]
    : [{ type: 'WindowExpired', data }];
}

interface WindowEnd {
  readonly minutes: number;
  readonly at: string;
  readonly cancelsUnpaid: boolean;
}
