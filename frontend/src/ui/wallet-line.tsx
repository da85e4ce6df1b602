import { CopyButton } from './copy.tsx';
import { MiddleEllipsis, WalletLink } from './solscan.tsx';

/** Whose or which wallet, its address shortened, to copy it and to look it up. */
export const WalletLine = ({ what, address }: { readonly what: string; readonly address: string }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 text-fg-muted text-small">
    {what}
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <MiddleEllipsis text={address} />
      <CopyButton text={address} what={what} />
      <WalletLink address={address} what={what} />
    </span>
  </p>
);
