import type { PaymentEvent } from '@matgyo/contracts/events/trade-events';
import { awaitedStep, evolvePayment, type Payment, paymentBegins } from '@matgyo/ledger/trade/payment';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { TradesTable } from './tables.ts';

type PaymentColumns = Pick<StoredRow<TradesTable>, 'payment' | 'window_from' | 'overdue'>;

/** Undefined for a trade that was never matched. */
export const readPayment = (stored: string | null): Payment | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Payment);

export const paymentBegun = (matchedAt: string): PaymentColumns => columnsOf(paymentBegins(matchedAt));

export const paymentAfter = (
  { trade_id, payment }: Pick<StoredRow<TradesTable>, 'trade_id' | 'payment'>,
  event: PaymentEvent,
  at: string,
): PaymentColumns =>
  columnsOf(evolvePayment(existing(readPayment(payment ?? null), `payment of trade ${trade_id}`), event, at));

/** Nothing is waited for any more; what was marked stays. */
export const paymentOver = { window_from: null, overdue: false } as const;

function columnsOf(payment: Payment): PaymentColumns {
  const { from, pausedAt, expired } = payment.window;
  const awaited = awaitedStep(payment) !== undefined;
  return {
    payment: JSON.stringify(payment),
    window_from: awaited && pausedAt === null && !expired ? from : null,
    overdue: awaited && expired,
  };
}
