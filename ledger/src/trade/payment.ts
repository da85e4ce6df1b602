import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { PaymentEvent, TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { Usdt } from '@matgyo/contracts/money';
import {
  type PaymentMethod,
  type PaymentStep,
  paymentSteps,
  stepMarkedBy,
  type TransferOutcome,
} from '@matgyo/contracts/payment-steps';
import { invariant } from '../invariant.ts';
import { refuse } from '../refusal.ts';

/**
 * The window: the time that a party has for the next payment step. Its length depends on the party's level
 * (docs/ledger.md, payment steps), so it is not part of this state, only what moves the window's end.
 */
export interface PaymentWindow {
  /** The window's beginning, ISO 8601 in UTC. Pauses and extensions move it to a later time. */
  readonly from: string;
  /** Since when it is paused, ISO 8601 in UTC; null if it is not. */
  readonly pausedAt: string | null;
  /** Whether its expiry was recorded, of which both parties are notified. */
  readonly expired: boolean;
  /** The window's length in minutes when it expired. */
  readonly minutes?: number;
}

export interface Mark {
  readonly step: PaymentStep;
  readonly at: string;
  /** Whether an admin marked it for the party. */
  readonly byAdmin: boolean;
  /** How the won were sent, if the buyer said so. */
  readonly method: PaymentMethod | null;
  /** The signature of the Solana transaction, as in the event; null for other steps. */
  readonly signature: string | null;
  /** The hash of the buyer's statement of the payment, as in the event; null if there is none. */
  readonly evidence: string | null;
  /** The check of the transaction on Solana; null if it was not checked yet. */
  readonly transfer: { readonly outcome: TransferOutcome; readonly amount: Usdt | null } | null;
  /** The window of this step when it was marked. Undoing the mark restores it. */
  readonly window: PaymentWindow;
}

/** The state of a matched trade's payment: the marks in the order of the steps, and the window of the next step. */
export interface Payment {
  readonly marks: readonly Mark[];
  /** Whether the won were ever marked as sent, even if that mark was undone. */
  readonly everPaid: boolean;
  readonly window: PaymentWindow;
  /** How many events have changed this state. */
  readonly changes: number;
}

type MarkEvent = Extract<PaymentEvent, { type: keyof typeof stepMarkedBy }>;
type OtherEvent = Exclude<PaymentEvent, MarkEvent>;

export const eventOf = Object.fromEntries(
  Object.entries(stepMarkedBy).map(([type, step]) => [step, type]),
) as Readonly<Record<PaymentStep, MarkEvent['type']>>;

const isMark = (event: PaymentEvent): event is MarkEvent => Object.hasOwn(stepMarkedBy, event.type);

export const paymentBegins = (matchedAt: string): Payment => ({
  marks: [],
  everPaid: false,
  window: { from: matchedAt, pausedAt: null, expired: false },
  changes: 0,
});

const setsStep: ReadonlySet<string> = new Set([
  ...Object.keys(stepMarkedBy),
  'TradeMatched',
  'StepTakenBack',
]);

/** Whether another step is awaited after an event of this type. */
export const maySetStep = (type: TradeEvent['type']): boolean => setsStep.has(type);

/** Whether no step is awaited after an event of this type. */
export const marksLastStep = (type: TradeEvent['type']): boolean =>
  Object.hasOwn(stepMarkedBy, type) && stepMarkedBy[type as MarkEvent['type']] === paymentSteps.at(-1);

export const awaitedStep = ({ marks }: Payment): PaymentStep | undefined => paymentSteps[marks.length];

export const lastMarked = ({ marks }: Payment): PaymentStep | null => marks.at(-1)?.step ?? null;

/** The last step that a person saw marked, null: none; undefined: not stated. */
export type SeenMark = PaymentStep | null | undefined;

/** For decisions of a person who has looked at the steps. Refused: STEPS_CHANGED. */
export function refuseUnlessMarked(payment: Payment, seen: SeenMark): void {
  const marked = lastMarked(payment);
  if (seen !== undefined && seen !== marked) refuse('STEPS_CHANGED', { marked });
}

/** Throws `InvariantBroken` when the event cannot follow (docs/ledger.md, payment steps). */
export function evolvePayment(before: Payment, event: PaymentEvent, at: string): Payment {
  const { marks, everPaid } = before;
  const changes = before.changes + 1;
  if (isMark(event)) return { ...marked(before, event, at), changes };
  if (event.type === 'StepTakenBack') {
    const last = marks.at(-1);
    invariant(
      last?.step === event.data.step,
      `trade ${event.data.tradeId}: only the last mark is taken back`,
    );
    return { marks: marks.slice(0, -1), everPaid, window: restored(last, before.window, at), changes };
  }
  if (event.type === 'TransferChecked') return { ...before, marks: checked(marks, event.data), changes };
  return { marks, everPaid, window: movedWindow(before, event, at), changes };
}

/** The mark whose transaction was checked; undefined if that mark was undone or already has its result. */
export const uncheckedMark = (marks: readonly Mark[], signature: string): Mark | undefined =>
  marks.find((mark) => mark.signature === signature && mark.transfer === null);

function checked(
  marks: readonly Mark[],
  { tradeId, signature, outcome, amount }: DataOf<'TransferChecked'>,
): readonly Mark[] {
  const unchecked = uncheckedMark(marks, signature);
  invariant(unchecked !== undefined, `trade ${tradeId}: a transaction that a mark names is checked once`);
  return marks.map((mark) =>
    mark === unchecked ? { ...mark, transfer: { outcome, amount: amount ?? null } } : mark,
  );
}

function marked({ marks, window }: Payment, event: MarkEvent, at: string): Omit<Payment, 'changes'> {
  const { data } = event;
  const step = stepMarkedBy[event.type];
  invariant(paymentSteps[marks.length] === step, `trade ${data.tradeId}: ${step} comes in its turn`);
  const mark: Mark = {
    step,
    at,
    byAdmin: data.reason !== undefined,
    method: ('method' in data ? data.method : undefined) ?? null,
    signature: ('signature' in data ? data.signature : undefined) ?? null,
    evidence: ('evidence' in data ? data.evidence : undefined) ?? null,
    transfer: null,
    window: resumed(window, at),
  };
  // A pause ordered by an admin continues over the next step.
  const next = { from: at, pausedAt: window.pausedAt === null ? null : at, expired: false };
  return { marks: [...marks, mark], everPaid: true, window: next };
}

/**
 * The window before a mark, with the time by which the one since was moved: by pauses, a dispute or an admin. If it had
 * expired, but has not ended with that time, it can expire again.
 */
function restored({ at, window }: Mark, since: PaymentWindow, now: string): PaymentWindow {
  const { pausedAt } = since;
  const movedMs = timeBetween(at, since.from);
  const from = later(window.from, movedMs);
  const leftMs = timeBetween(pausedAt ?? now, windowEnd(from, window.minutes ?? 0));
  return { ...window, from, pausedAt, expired: window.expired && (movedMs === 0 || leftMs === 0) };
}

function movedWindow(
  payment: Payment,
  event: Exclude<OtherEvent, { type: 'StepTakenBack' | 'TransferChecked' }>,
  at: string,
): PaymentWindow {
  const { window } = payment;
  const { type, data } = event;
  const awaited = awaitedStep(payment);
  invariant(awaited !== undefined, `trade ${data.tradeId}: ${type} while a step is awaited`);
  const paused = window.pausedAt !== null;
  switch (type) {
    case 'WindowPaused':
      invariant(!paused, `trade ${data.tradeId} is paused once`);
      return { ...window, pausedAt: at };
    case 'WindowResumed':
      invariant(paused, `trade ${data.tradeId} is resumed after a pause`);
      return resumed(window, at);
    case 'WindowExtended':
      return { ...window, from: later(window.from, data.minutes * 60_000), expired: false };
    case 'WindowExpired':
      invariant(
        !paused && !window.expired,
        `trade ${data.tradeId}: a window expires once, and not in a pause`,
      );
      invariant(data.step === awaited, `trade ${data.tradeId}: the window of the awaited step expires`);
      return { ...window, expired: true, minutes: data.minutes };
    default:
      return event satisfies never;
  }
}

const resumed = (window: PaymentWindow, at: string): PaymentWindow => {
  const { from, pausedAt } = window;
  return {
    ...window,
    from: pausedAt === null ? from : later(from, timeBetween(pausedAt, at)),
    pausedAt: null,
  };
};

/**
 * Extends the window by the time the trade was stopped; a pause that continued meanwhile adds its own time when it
 * ends.
 */
export function extendedByStop(
  payment: Payment,
  stop: { readonly from: string; readonly to: string },
): Payment {
  const { window } = payment;
  if (window.pausedAt !== null) return payment;
  return { ...payment, window: { ...window, from: later(window.from, timeBetween(stop.from, stop.to)) } };
}

/** Whether the window's end cancels the trade: only if that is configured, and the won were never marked as sent. */
export const isCancelledWhenOver = ({ everPaid }: Payment, cancelsUnpaid: boolean): boolean =>
  cancelsUnpaid && !everPaid;

/** When the window ends or has ended, ISO 8601 in UTC; null while a pause or an open case stops it. */
export const dueAt = (
  { from, pausedAt }: PaymentWindow,
  hasOpenCase: boolean,
  minutes: number,
): string | null => (pausedAt !== null || hasOpenCase ? null : windowEnd(from, minutes));

/** When a window of this many minutes ends whose beginning is `from`. ISO 8601 in UTC. */
export const windowEnd = (from: string, minutes: number): string => later(from, minutes * 60_000);

/**
 * Whole minutes from the match to the buyer's mark, and from that to the seller's; null for a missing mark or one by an
 * admin.
 */
export function answerTimes({ marks: [paid, received] }: Pick<Payment, 'marks'>, matchedAt: string) {
  const minutes = (from: string | undefined, mark: Payment['marks'][number] | undefined) =>
    from === undefined || mark === undefined || mark.byAdmin
      ? null
      : Math.floor(timeBetween(from, mark.at) / 60_000);
  return { pay: minutes(matchedAt, paid), confirm: minutes(paid?.at, received) };
}

/** Milliseconds between two times. At least 0: clocks differ, so a later event can have an earlier time. */
const timeBetween = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
