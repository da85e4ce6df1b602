import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { withTexts } from '../i18n/index.ts';
import { onDemand } from './on-demand.tsx';
import type { TransferReader } from './transfer-proof.tsx';

const ShownReceipt = onDemand(() => withTexts('cases', import('./shown-receipt.tsx')));
const TransferProof = onDemand(() => withTexts('cases', import('./transfer-proof.tsx')));

interface SentTransferProps {
  readonly payment: TradePayment;
  readonly reader: TransferReader;
}

/** What the parties gave with their marks: the receipt of the won, the transaction of the USDT. */
export const SentProofs = ({ payment, reader }: SentTransferProps) => (
  <>
    <SentReceipt payment={payment} />
    <SentTransfer payment={payment} reader={reader} />
  </>
);

export const SentReceipt = ({ payment: { receipt } }: Pick<SentTransferProps, 'payment'>) =>
  receipt !== null && <ShownReceipt receipt={receipt} />;

/** The transaction that sent a match's USDT. */
export function SentTransfer({ payment: { steps, status }, reader }: SentTransferProps) {
  const sent = steps.find(({ signature }) => signature !== null);
  if (sent?.signature == null) return null;
  const isOpen = status === 'matched' && !steps.some(({ step }) => step === 'tether-received');
  return (
    <TransferProof signature={sent.signature} transfer={sent.transfer} reader={reader} isOpen={isOpen} />
  );
}
