import { accountFor } from '@matgyo/contracts/bank-names';
import { useTradePayment } from '../../../api/trade-payment.ts';
import { useTexts } from '../../../i18n/index.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { WalletLine } from '../../../ui/wallet-line.tsx';

/** Where the won and the USDT were to go: what an admin compares a transfer with that is said to be missing. */
export default function PayoutOfCase({ tradeId }: { readonly tradeId: string }) {
  const { t, language } = useTexts();
  const payment = useTradePayment(tradeId);
  if (payment === undefined) return null;
  const { bank, wallet } = payment;
  return (
    <div className="mt-2">
      {bank !== null && (
        <p className="flex flex-wrap items-center gap-x-1.5 text-fg-muted text-small">
          {t('dispute.sellerAccount')}
          <span className="flex items-center gap-x-1.5 text-fg">
            {accountFor(language, bank)} {bank.accountHolder}
            <CopyButton text={bank.bankAccount} what={t('dispute.sellerAccount')} />
          </span>
        </p>
      )}
      {wallet !== null && <WalletLine what={t('marks.buyerWallet')} address={wallet.tetherAddress} />}
    </div>
  );
}
