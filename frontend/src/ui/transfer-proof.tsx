import type { TransferView } from '@matgyo/contracts/endpoints/payment-steps';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { CopyButton } from './copy.tsx';
import { MiddleEllipsis } from './middle-ellipsis.tsx';

interface TransferProofProps {
  readonly signature: string;
  /** Null: only named so far. */
  readonly transfer: TransferView | null;
}

/** A transaction of USDT, and its state on Solana. */
export default function TransferProof({ signature, transfer }: TransferProofProps) {
  const { t, formatUsdt } = useTexts();
  const what = t('steps.signature');
  return (
    <div className="text-fg-muted text-small">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {what} <MiddleEllipsis text={signature} />
        <CopyButton text={signature} what={what} />
      </p>
      {transfer !== null && (
        <p className={classes(toneOf(transfer))}>
          {t(`steps.transfer.${transfer.outcome}`, {
            amount: transfer.amount === null ? '' : formatUsdt(transfer.amount),
          })}
        </p>
      )}
    </div>
  );
}

function toneOf({ outcome }: TransferView): string | false {
  if (outcome === 'arrived') return 'text-completed';
  return outcome !== 'pending' && outcome !== 'unchecked' && 'text-danger';
}
