import { CopyButton } from '../../ui/copy.tsx';
import { WalletLink } from '../../ui/solscan.tsx';

interface CopyCardProps {
  readonly label: string;
  readonly value: string;
  /** What is shown in its place. */
  readonly shown?: string;
  /** Over both columns. */
  readonly wide?: boolean;
  /** It can be looked up in the block explorer. */
  readonly isWallet?: boolean;
}

/** Something to hand on, with a button that copies it. Nothing when there is nothing to copy. */
export function CopyCard({ label, value, shown = value, wide, isWallet }: CopyCardProps) {
  if (value === '') return null;
  return (
    <li
      className={`flex items-center gap-3 rounded-lg bg-surface py-3 pr-3 pl-4 ${wide === true ? 'md:col-span-2' : ''}`}
    >
      <span className="min-w-0 flex-auto">
        <span className="block text-fg-subtle text-micro">{label}</span>
        <span className="block break-all font-medium">{shown}</span>
      </span>
      {isWallet === true && <WalletLink address={value} what={label} className="-mr-2" />}
      <CopyButton text={value} what={label} className="size-10" />
    </li>
  );
}
