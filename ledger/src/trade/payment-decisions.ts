import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import {
  type PaymentMethod,
  type PaymentStep,
  partyOf,
  type TransferOutcome,
} from '@matgyo/contracts/payment-steps';
import type { Principal } from '../principal.ts';
import { refuse } from '../refusal.ts';
import {
  awaitedStep,
  dueAt,
  eventOf,
  isCancelledWhenOver,
  lastMarked,
  type Payment,
  uncheckedMark,
  windowEnd,
} from './payment.ts';
import type { MatchedTrade, Trade, TradeTerms } from './trade.ts';
import { cancelling, matchedTrade } from './trade-decisions.ts';
import { isParty, partyIn } from './trade-policy.ts';

/**
 * Limits of the changes to a trade's payment steps and their windows, because each decision reads the whole stream.
 * After `undoChangesMax` of them no mark can be undone, and after `windowChangesMax` no window can be paused or
 * extended. The second is higher, so that a party cannot use up what an admin needs. Marking and resuming need no limit
 * of their own: each can only be repeated after an undo or a pause.
 */
const undoChangesMax = 100;
const windowChangesMax = 200;

export interface StepRequest {
  readonly step: PaymentStep;
  /** The party who owes the step, or an admin who acts for that party. */
  readonly actor: Principal;
  /** Why an admin marks the step for the party. */
  readonly reason?: string | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly signature?: string | undefined;
  readonly evidence?: string | undefined;
}

/** Returns a matched trade with fewer changes than `changes`. Refused: as by `matchedTrade`, and TOO_MANY_STEPS. */
function withFewerChanges(trade: Trade, changes: number): MatchedTrade {
  const open = matchedTrade(trade);
  return open.payment.changes < changes ? open : refuse('TOO_MANY_STEPS');
}

/**
 * Marks the next payment step as done (docs/ledger.md, payment steps). The party who owes the step marks it, or an
 * admin who is not a party and gives a reason.
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
 * Undoes the last mark. A party may undo its own mark, and an admin one that an admin made.
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

/**
 * Whether an admin acts for the party who owes the step.
 *
 * Refused: TRADE_NOT_FOUND for members who are not parties, STEP_NOT_YOURS for the other party.
 */
function isOnBehalf(trade: Trade, step: PaymentStep, actor: Principal): boolean {
  const party = partyIn(trade, actor);
  // An admin who is a party counts as that party, and so never marks a step for the counterpart.
  return party === 'admin' || (party !== partyOf[step] && refuse('STEP_NOT_YOURS'));
}

/** The result of checking a transaction on Solana. `amount` is in USDT. */
export interface TransferSeen {
  readonly signature: string;
  readonly outcome: TransferOutcome;
  readonly amount?: Usdt;
}

/**
 * Records the result of checking a mark's transaction. Appends nothing if a result is recorded already, if the mark was
 * undone, or if the trade is no longer matched.
 */
export function checkTransfer(trade: Trade, seen: TransferSeen): readonly PaymentEvent[] {
  if (trade.state !== 'matched' || uncheckedMark(trade.payment.marks, seen.signature) === undefined)
    return [];
  return [{ type: 'TransferChecked', data: { tradeId: trade.terms.tradeId, ...seen } }];
}

/** An admin's change of a window, which is the time that a party has for the pending step. */
export interface WindowRequest {
  readonly adminId: MemberId;
  readonly reason: string;
  /** The step whose window the admin saw; undefined: whichever is pending. */
  readonly step?: PaymentStep | undefined;
}

/**
 * Pauses the window of the pending step.
 *
 * Refused: as by `matchedTrade`, TOO_MANY_STEPS, OWN_ORDER if the admin is a party, WINDOW_OVER if all steps are
 * marked, STEPS_CHANGED if another step is pending than the admin saw, WINDOW_PAUSED.
 */
export function pauseWindow(trade: Trade, { reason, ...request }: WindowRequest): readonly PaymentEvent[] {
  const { tradeId, payment } = running(withFewerChanges(trade, windowChangesMax), request);
  if (payment.window.pausedAt !== null) refuse('WINDOW_PAUSED');
  return [{ type: 'WindowPaused', data: { tradeId, reason } }];
}

/** Resumes a paused window. Refused: as by `matchedTrade`, OWN_ORDER, WINDOW_OVER, STEPS_CHANGED, WINDOW_NOT_PAUSED. */
export function resumeWindow(trade: Trade, { reason, ...request }: WindowRequest): readonly PaymentEvent[] {
  const { tradeId, payment } = running(matchedTrade(trade), request);
  if (payment.window.pausedAt === null) refuse('WINDOW_NOT_PAUSED');
  return [{ type: 'WindowResumed', data: { tradeId, reason } }];
}

interface WindowExtension extends WindowRequest {
  /** By how many minutes. */
  readonly minutes: number;
  /** The current time, ISO 8601 in UTC. */
  readonly at: string;
  /** The window's length in minutes before this extension. */
  readonly windowMinutes: number;
}

/**
 * Extends the window of the pending step. A window that has ended is extended from now on, because it would otherwise
 * expire at once: the event then also contains the minutes that have passed since its end.
 *
 * Refused: as by `matchedTrade`, TOO_MANY_STEPS, OWN_ORDER, WINDOW_OVER, STEPS_CHANGED.
 */
export function extendWindow(
  trade: Trade,
  { reason, minutes, at, windowMinutes, ...request }: WindowExtension,
): readonly PaymentEvent[] {
  const { tradeId, payment } = running(withFewerChanges(trade, windowChangesMax), request);
  const { from, pausedAt } = payment.window;
  const overdueMs = Date.parse(pausedAt ?? at) - Date.parse(windowEnd(from, windowMinutes));
  const passed = Math.max(0, Math.ceil(overdueMs / 60_000));
  return [{ type: 'WindowExtended', data: { tradeId, minutes: passed + minutes, reason } }];
}

function running(
  { terms, payment }: MatchedTrade,
  { adminId, step }: Pick<WindowRequest, 'adminId' | 'step'>,
): { readonly tradeId: TradeTerms['tradeId']; readonly payment: Payment } {
  if (isParty(terms, adminId)) refuse('OWN_ORDER');
  const next = awaitedStep(payment);
  if (next === undefined) refuse('WINDOW_OVER');
  if (step !== undefined && step !== next) refuse('STEPS_CHANGED', { marked: lastMarked(payment) });
  return { tradeId: terms.tradeId, payment };
}

/** The reason in the event that cancels a trade because the won were not sent in time, if that is configured. */
export const paymentOverdue = 'PAYMENT_OVERDUE';

/**
 * Records that the window of the pending step has expired. Appends nothing if that is recorded already, before the
 * window's end, while it is paused or a case is open, and if no step is pending. With `cancelsUnpaid` the trade is
 * cancelled too if the won were never marked as sent.
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
  /** The window's length in minutes. */
  readonly minutes: number;
  /** The current time, ISO 8601 in UTC. */
  readonly at: string;
  readonly cancelsUnpaid: boolean;
}
