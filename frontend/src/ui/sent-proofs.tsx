import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { withTexts } from '../i18n/index.ts';
import { onDemand } from './on-demand.tsx';

const ShownReceipt = onDemand(() => withTexts('cases', import('./shown-receipt.tsx')));
const TransferProof = onDemand(() => withTexts('cases', import('./transfer-proof.tsx')));

/** What the parties gave with their marks: the receipt of the won, the transaction of the USDT. */
export function SentProofs({ payment: { steps, receipt } }: { readonly payment: TradePayment }) {
  const sent = steps.find(({ signature }) => signature !== null);
  return (
    <>
      {receipt !== null && <ShownReceipt receipt={receipt} />}
      {sent?.signature != null && <TransferProof signature={sent.signature} transfer={sent.transfer} />}
    </>
  );
}
