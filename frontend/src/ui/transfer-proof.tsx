import type { TransferView } from '@matgyo/contracts/endpoints/payment-steps';
import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { CopyButton } from './copy.tsx';
import { MiddleEllipsis, TransactionLink } from './solscan.tsx';

/** Who reads about a transfer: each can check it somewhere else. */
export type TransferReader = Side | 'admin';

interface TransferProofProps {
  readonly signature: string;
  /** Null: only named so far. */
  readonly transfer: TransferView | null;
  readonly reader: TransferReader;
  /** The USDT have not been confirmed yet. */
  readonly isOpen: boolean;
}

/** A transaction of USDT, and its state on Solana. */
export default function TransferProof({ signature, transfer, reader, isOpen }: TransferProofProps) {
  const { t } = useTexts();
  const what = t('steps.signature');
  return (
    <div className="text-fg-muted text-small">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {what} <MiddleEllipsis text={signature} />
        <CopyButton text={signature} what={what} />
        <TransactionLink signature={signature} />
      </p>
      {transfer !== null && <Outcome transfer={transfer} reader={reader} isOpen={isOpen} />}
    </div>
  );
}

function Outcome({
  transfer,
  reader,
  isOpen,
}: Omit<TransferProofProps, 'signature' | 'transfer'> & { readonly transfer: TransferView }) {
  const { t, formatUsdt } = useTexts();
  const { outcome, amount } = transfer;
  if (outcome === 'unchecked') return isOpen && <p>{t(`steps.unchecked.${reader}`)}</p>;
  return (
    <p className={classes(toneOf(outcome))}>
      {t(`steps.transfer.${outcome}`, { amount: amount === null ? '' : formatUsdt(amount) })}
    </p>
  );
}

function toneOf(outcome: TransferView['outcome']): string | false {
  if (outcome === 'arrived') return 'text-completed';
  return outcome !== 'pending' && 'text-danger';
}
