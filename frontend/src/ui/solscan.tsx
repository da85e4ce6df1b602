import { ArrowUpRight, ExternalLink } from 'lucide-react';
import { solscanUrl } from '../format/solscan.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Opens a transaction in the block explorer. */
export function TransactionLink({ signature }: { readonly signature: string }) {
  const { t } = useTexts();
  return (
    <a
      {...newTab}
      href={solscanUrl('tx', signature)}
      className="relative inline-flex items-center gap-0.5 rounded-xs font-medium text-fg hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
    >
      {t('explorer.view')}
      <ArrowUpRight size={14} />
    </a>
  );
}

interface WalletLinkProps {
  readonly address: string;
  /** Whose or which wallet, in the link's label. */
  readonly what: string;
  readonly className?: string;
}

/** Opens a wallet in the block explorer; as large as the button that copies it. */
export function WalletLink({ address, what, className }: WalletLinkProps) {
  const { t } = useTexts();
  const label = t('explorer.viewOf', { what });
  return (
    <a
      {...newTab}
      href={solscanUrl('account', address)}
      aria-label={label}
      title={label}
      className={classes(
        'relative inline-grid size-7 flex-none place-items-center rounded-sm text-fg-subtle hover:bg-well hover:text-fg pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5 print:hidden',
        className,
      )}
    >
      <ExternalLink size={16} />
    </a>
  );
}

/** How many characters stay at each end. */
const ends = 6;

/** A long address shortened to its two ends. Screen readers and the tooltip get all of it. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  if (text.length <= ends * 2 + 1) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <span title={text} className="whitespace-nowrap">
      <span aria-hidden="true">
        {text.slice(0, ends)}…{text.slice(-ends)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
