import { isPaymentEvent } from '@matgyo/contracts/events/ledger-event';
import type { CaseEvent, PaymentEvent } from '@matgyo/contracts/events/trade-events';
import type { Side } from '@matgyo/contracts/ids';
import { partyOf } from '@matgyo/contracts/payment-steps';
import { type Cases, evolveCases, noCases } from '@matgyo/ledger/trade/case';
import { awaitedStep, dueAt, evolvePayment, type Payment, paymentBegins } from '@matgyo/ledger/trade/payment';
import { turnIn } from '@matgyo/ledger/trade/turn';
import { existing } from '../../read-model.ts';
import { readCases } from './cases.ts';
import type { TradeRow } from './tables.ts';

type PaymentColumns = Pick<
  TradeRow,
  | ('payment' | 'cases' | 'case_id' | 'turn')
  | ('window_minutes' | 'window_until' | 'overdue' | 'unchecked_signature')
>;
/** The minutes that a side has for a step that begins now. */
export type MinutesOf = (side: Side) => number;

/** Undefined for a trade that was never matched. */
export const readPayment = (stored: string | null): Payment | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Payment);

export function paymentStarted(matchedAt: string, minutesOf: MinutesOf): PaymentColumns {
  const payment = paymentBegins(matchedAt);
  return columnsOf({ payment, cases: noCases }, minutesForStep(payment, minutesOf));
}

/** After a payment step, a change of its window, or a case event; an open case stops the window. */
export function whileMatched(
  trade: Pick<TradeRow, 'trade_id' | 'payment' | 'cases' | 'window_minutes'>,
  event: PaymentEvent | CaseEvent,
  at: string,
  minutesOf: MinutesOf,
): PaymentColumns {
  const payment = existing(readPayment(trade.payment ?? null), `payment of trade ${trade.trade_id}`);
  const cases = existing(readCases(trade.cases ?? null), `cases of trade ${trade.trade_id}`);
  const after = isPaymentEvent(event)
    ? { payment: evolvePayment(payment, event, at), cases }
    : evolveCases({ payment, cases }, event, at);
  const isSameStep = after.payment.marks.length === payment.marks.length;
  return columnsOf(
    after,
    isSameStep ? (trade.window_minutes ?? null) : minutesForStep(after.payment, minutesOf),
  );
}

function minutesForStep(payment: Payment, minutesOf: MinutesOf): number | null {
  const step = awaitedStep(payment);
  return step === undefined ? null : minutesOf(partyOf[step]);
}

/** No step is pending any more; marks stay. */
export const paymentOver = {
  turn: null,
  window_minutes: null,
  window_until: null,
  overdue: false,
  case_id: null,
  unchecked_signature: null,
} as const;

function columnsOf(
  { payment, cases }: { readonly payment: Payment; readonly cases: Cases },
  minutes: number | null,
): PaymentColumns {
  const { expired } = payment.window;
  const due = minutes === null ? null : dueAt(payment.window, cases.open !== null, minutes);
  return {
    payment: JSON.stringify(payment),
    cases: JSON.stringify(cases),
    case_id: cases.open?.caseId ?? null,
    turn: turnIn({ state: 'matched', payment, cases }),
    window_minutes: minutes,
    window_until: expired ? null : due,
    overdue: expired && due !== null,
    unchecked_signature: uncheckedSignature(payment),
  };
}

const uncheckedSignature = ({ marks }: Payment): string | null =>
  marks.find(({ signature, transfer }) => signature !== null && transfer === null)?.signature ?? null;
