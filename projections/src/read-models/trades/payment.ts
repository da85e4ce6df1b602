import type { CaseEvent, PaymentEvent } from '@matgyo/contracts/events/trade-events';
import { type Cases, evolveCases, noCases } from '@matgyo/ledger/trade/case';
import { awaitedStep, evolvePayment, type Payment, paymentBegins } from '@matgyo/ledger/trade/payment';
import { isPaymentEvent } from '@matgyo/ledger/trade/trade';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import { readCases } from './cases.ts';
import type { TradesTable } from './tables.ts';

type Trade = StoredRow<TradesTable>;
type PaymentColumns = Pick<
  Trade,
  'payment' | 'cases' | 'case_id' | 'window_from' | 'overdue' | 'unchecked_signature'
>;

/** Undefined for a trade that was never matched. */
export const readPayment = (stored: string | null): Payment | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Payment);

export const paymentBegun = (matchedAt: string): PaymentColumns =>
  columnsOf({ payment: paymentBegins(matchedAt), cases: noCases });

/** After a payment step, a change of its window, or a case event; an open case stops the window. */
export function whileMatched(
  trade: Pick<Trade, 'trade_id' | 'payment' | 'cases'>,
  event: PaymentEvent | CaseEvent,
  at: string,
): PaymentColumns {
  const payment = existing(readPayment(trade.payment ?? null), `payment of trade ${trade.trade_id}`);
  const cases = existing(readCases(trade.cases ?? null), `cases of trade ${trade.trade_id}`);
  return isPaymentEvent(event)
    ? columnsOf({ payment: evolvePayment(payment, event, at), cases })
    : columnsOf(evolveCases({ payment, cases }, event, at));
}

/** No step is pending any more; marks stay. */
export const paymentOver = {
  window_from: null,
  overdue: false,
  case_id: null,
  unchecked_signature: null,
} as const;

function columnsOf({ payment, cases }: { readonly payment: Payment; readonly cases: Cases }): PaymentColumns {
  const { from, pausedAt, expired } = payment.window;
  const awaited = awaitedStep(payment) !== undefined && cases.open === null;
  return {
    payment: JSON.stringify(payment),
    cases: JSON.stringify(cases),
    case_id: cases.open?.caseId ?? null,
    window_from: awaited && pausedAt === null && !expired ? from : null,
    overdue: awaited && expired,
    unchecked_signature: uncheckedSignature(payment),
  };
}

const uncheckedSignature = ({ marks }: Payment): string | null =>
  marks.find(({ signature, transfer }) => signature !== null && transfer === null)?.signature ?? null;
