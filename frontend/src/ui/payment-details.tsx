import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { KrwAmount, UsdtAmount } from './amount.tsx';
import { classes } from './class-names.ts';
import { CopyButton } from './copy.tsx';
import { MiddleEllipsis } from './middle-ellipsis.tsx';

interface PaymentDetailsProps {
  readonly payment: TradePayment;
  /** The user's side. */
  readonly side: Side;
}

/**
 * What one party of a match sends and receives, and where; the figures are the server's. First what the user acts on now:
 * until the won are there, a seller has nothing to send.
 */
export function PaymentDetails({ payment, side }: PaymentDetailsProps) {
  const isMarked = (step: PaymentStep) => payment.steps.some((mark) => mark.step === step);
  const won = <Won payment={payment} side={side} isMarked={isMarked} />;
  const usdt = <Tether payment={payment} side={side} isMarked={isMarked} />;
  const sells = side === 'sell';
  const isUsdtFirst = isMarked(sells ? 'payment-received' : 'tether-sent');
  return (
    <>
      <dl className="grid gap-y-1.5 text-small">
        {isUsdtFirst && usdt}
        {won}
        {!sells && !isUsdtFirst && usdt}
      </dl>
      <HowToSend payment={payment} side={side} isMarked={isMarked} />
    </>
  );
}

/** What to mind while the user has something to send. */
function HowToSend({ payment: { caseId, fee }, side, isMarked }: FactsProps) {
  const { t } = useTexts();
  if (caseId !== null) return null;
  if (side === 'buy')
    return isMarked('payment-sent') ? null : <p className="text-small">{t('payment.ownAccount')}</p>;
  if (fee === null || !isMarked('payment-received') || isMarked('tether-sent')) return null;
  return <p className="text-small">{t('payment.onlyThis')}</p>;
}

interface FactsProps extends PaymentDetailsProps {
  readonly isMarked: (step: PaymentStep) => boolean;
}

/** The won, and the seller's account that they go to. */
function Won({ payment: { krw, bank, caseId }, side, isMarked }: FactsProps) {
  const { t } = useTexts();
  const hasSent = isMarked('payment-sent');
  if (side === 'sell')
    return (
      <>
        <Fact label={isMarked('payment-received') ? t('payment.gotWon') : t('payment.getWon')}>
          <KrwAmount value={krw} />
        </Fact>
        {bank !== null && !isMarked('payment-received') && (
          <Fact label={t('payment.ownBank')}>
            {bank.bankName} {bank.bankAccount}
          </Fact>
        )}
      </>
    );
  // Not offered for copying once it was sent, so that it is not sent twice, nor while a dispute holds the trade.
  const isSendable = !hasSent && caseId === null;
  return (
    <>
      <Fact
        label={hasSent ? t('payment.sentWon') : t('payment.sendWon')}
        copied={isSendable ? { text: krw, what: t('payment.sendWon') } : undefined}
      >
        <KrwAmount value={krw} />
      </Fact>
      {bank !== null && (
        <Fact
          label={hasSent ? t('payment.paidBank') : t('payment.bank')}
          copied={isSendable ? { text: bank.bankAccount, what: t('member.bankAccount') } : undefined}
        >
          {bank.bankName} {bank.bankAccount}
          <span className="block text-fg-muted font-regular">
            {t('payment.holder', { name: bank.accountHolder })}
          </span>
        </Fact>
      )}
    </>
  );
}

/** The USDT, the buyer's wallet that they go to, and for the seller the fee. */
function Tether({ payment, side, isMarked }: FactsProps) {
  const { t } = useTexts();
  const { amount, fee, wallet, caseId, feeIsFinal } = payment;
  if (side === 'buy')
    return (
      <>
        <Fact label={isMarked('tether-received') ? t('payment.gotUsdt') : t('payment.getUsdt')}>
          <UsdtAmount value={amount} unit />
        </Fact>
        {wallet !== null && isMarked('tether-sent') && (
          <Fact label={isMarked('tether-received') ? t('payment.gotWallet') : t('payment.ownWallet')}>
            <MiddleEllipsis text={wallet.tetherAddress} />
          </Fact>
        )}
      </>
    );
  const hasSent = isMarked('tether-sent');
  const isSendable = !hasSent && caseId === null;
  return (
    <>
      <Fact
        label={hasSent ? t('payment.sentUsdt') : t('payment.sendUsdt')}
        copied={isSendable ? { text: amount, what: t('payment.sendUsdt') } : undefined}
      >
        <UsdtAmount value={amount} unit />
      </Fact>
      {wallet !== null && (
        <Fact
          label={hasSent ? t('payment.sentWallet') : t('payment.wallet')}
          copied={isSendable ? { text: wallet.tetherAddress, what: t('member.tetherAddress') } : undefined}
        >
          {/* Whole while it is to be sent to, so that it can be compared with what the wallet shows. */}
          {isSendable ? (
            <Grouped address={wallet.tetherAddress} />
          ) : (
            <MiddleEllipsis text={wallet.tetherAddress} />
          )}
        </Fact>
      )}
      {fee !== null && (
        <Fact label={feeIsFinal ? t('payment.fee') : t('payment.feeEstimate')}>
          <UsdtAmount value={fee} unit />
        </Fact>
      )}
    </>
  );
}

/** An address in groups of four, to compare it; copied by hand it has no gaps. */
const Grouped = ({ address }: { readonly address: string }) => (
  <span className="flex flex-wrap gap-x-2 font-mono">
    {address.match(/.{1,4}/g)?.map((group, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an address never changes
      <span key={place}>{group}</span>
    ))}
  </span>
);

interface FactProps {
  readonly label: string;
  readonly copied?: { readonly text: string; readonly what: string } | undefined;
  readonly children: ReactNode;
}

function Fact({ label, copied, children }: FactProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <dt className="flex-none text-fg-muted">{label}</dt>
      <dd
        className={classes(
          'ml-auto flex min-w-0 items-center gap-1 text-right font-medium',
          // As wide as the others' button, so that all values align.
          copied === undefined && 'pr-8',
        )}
      >
        <span className="min-w-0 break-words">{children}</span>
        {copied !== undefined && <CopyButton text={copied.text} what={copied.what} />}
      </dd>
    </div>
  );
}
