import type { TransferView } from '@matgyo/contracts/endpoints/payment-steps';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { partyOf } from '@matgyo/contracts/payment-steps';
import {
  awaitedStep,
  dueAt,
  isCancelledWhenOver,
  type Mark,
  type Payment,
} from '@matgyo/ledger/trade/payment';
import { readConsent } from '@matgyo/projections/read-models/trades/consent';
import { readPayment } from '@matgyo/projections/read-models/trades/payment';
import type { TradesTable } from '@matgyo/projections/read-models/trades/tables';

/** The payment marks of a trade and, while matched, its next step. */
export function progressOf(
  {
    status,
    payment: stored,
    case_id: caseId,
    window_minutes: minutes,
  }: Pick<TradesTable, 'status' | 'payment' | 'case_id' | 'window_minutes'>,
  { checksTransfers, cancelsUnpaid }: { readonly checksTransfers: boolean; readonly cancelsUnpaid: boolean },
): Pick<TradePayment, 'steps' | 'next' | 'caseId'> {
  const payment = readPayment(stored);
  if (payment === undefined) return { steps: [], next: null, caseId };
  const isPending = checksTransfers && status === 'matched';
  const steps = payment.marks.map(({ step, at, byAdmin, signature, transfer }) => ({
    step,
    at,
    byAdmin,
    signature,
    transfer: signature === null ? null : transferView(transfer, isPending),
  }));
  const next = status === 'matched' && caseId === null ? nextOf(payment, minutes, cancelsUnpaid) : null;
  return { steps, next, caseId };
}

const transferView = (transfer: Mark['transfer'], isPending: boolean): TransferView =>
  transfer ?? { outcome: isPending ? 'pending' : 'unchecked', amount: null };

/** The consents that an offered trade waits for. */
export const consentShown = ({ status, consent }: Pick<TradesTable, 'status' | 'consent'>) => {
  const waited = status === 'offered' ? readConsent(consent) : undefined;
  return waited === undefined ? null : { of: [...waited.of], given: [...waited.given], until: waited.until };
};

function nextOf(payment: Payment, minutes: number | null, cancelsUnpaid: boolean): TradePayment['next'] {
  const step = awaitedStep(payment);
  if (step === undefined || minutes === null) return null;
  const { pausedAt, expired } = payment.window;
  return {
    step,
    party: partyOf[step],
    due: dueAt(payment.window, false, minutes),
    paused: pausedAt !== null,
    expired,
    cancels: isCancelledWhenOver(payment, cancelsUnpaid),
  };
}
