import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { useTexts } from '../i18n/index.ts';
import { CopyButton } from './copy.tsx';
import { MiddleEllipsis, WalletLink } from './solscan.tsx';

/** Where the USDT of a match go, for admins. */
export function BuyerWallet({ payment: { wallet } }: { readonly payment: TradePayment }) {
  const { t } = useTexts();
  if (wallet === null) return null;
  const what = t('marks.buyerWallet');
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-fg-muted text-small">
      {what} <MiddleEllipsis text={wallet.tetherAddress} />
      <CopyButton text={wallet.tetherAddress} what={what} />
      <WalletLink address={wallet.tetherAddress} what={what} />
    </p>
  );
}
