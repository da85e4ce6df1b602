import type { TransferView } from '@matgyo/contracts/endpoints/payment-steps';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { formatUsdt } from '../format/amount.ts';
import { useTexts, withTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { CopyButton } from './copy.tsx';
import { MiddleEllipsis } from './middle-ellipsis.tsx';
import { onDemand } from './on-demand.tsx';

const ShownReceipt = onDemand(() => withTexts('cases', import('./shown-receipt.tsx')));

/** What the parties gave with their marks: the receipt of the won, the transaction of the USDT. */
export function SentProofs({ payment: { steps, receipt } }: { readonly payment: TradePayment }) {
  return (
    <>
      {receipt !== null && <ShownReceipt receipt={receipt} />}
      <SentTransfer steps={steps} />
    </>
  );
}

/** The transaction that sent a match's USDT, and its state on Solana. */
function SentTransfer({ steps }: Pick<TradePayment, 'steps'>) {
  const { t } = useTexts();
  const textOf = useTransferText();
  const sent = steps.find(({ signature }) => signature !== null);
  if (sent?.signature == null || sent.transfer === null) return null;
  const { signature, transfer } = sent;
  const what = t('steps.signature');
  const isDoubtful = !['arrived', 'pending', 'unchecked'].includes(transfer.outcome);
  return (
    <div className="text-fg-muted text-small">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {what} <MiddleEllipsis text={signature} />
        <CopyButton text={signature} label={t('copy.what', { what })} done={t('copy.done', { what })} />
      </p>
      <p className={classes(transfer.outcome === 'arrived' && 'text-completed', isDoubtful && 'text-danger')}>
        {textOf(transfer)}
      </p>
    </div>
  );
}

function useTransferText(): (transfer: TransferView) => string {
  const { t, language } = useTexts();
  return ({ outcome, amount }) => {
    const seen = { amount: amount === null ? '' : formatUsdt(amount, language) };
    return {
      unchecked: t('steps.transfer.unchecked'),
      pending: t('steps.transfer.pending'),
      arrived: t('steps.transfer.arrived', seen),
      'too-little': t('steps.transfer.tooLittle', seen),
      elsewhere: t('steps.transfer.elsewhere'),
      earlier: t('steps.transfer.earlier'),
      failed: t('steps.transfer.failed'),
      'not-found': t('steps.transfer.notFound'),
    }[outcome];
  };
}
