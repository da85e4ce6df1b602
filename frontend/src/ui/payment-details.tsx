import { accountFor } from '@matgyo/contracts/bank-names';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { KrwAmount, UsdtAmount } from './amount.tsx';
import { classes } from './class-names.ts';
import { CopyButton } from './copy.tsx';
import { SentReceipt } from './sent-proofs.tsx';
import { MiddleEllipsis, WalletLink } from './solscan.tsx';
import { WalletToSendTo } from './wallet-to-send-to.tsx';

interface PaymentDetailsProps {
  readonly payment: TradePayment;
  /** The user's side. */
  readonly side: Side;
}

const isMarked = ({ steps }: TradePayment, step: PaymentStep): boolean =>
  steps.some((mark) => mark.step === step);

/** The user is done with the won: what is left is about the USDT. */
export const isWonSettled = (payment: TradePayment, side: Side): boolean =>
  isMarked(payment, side === 'sell' ? 'payment-received' : 'tether-sent');

/**
 * What one party of a match sends and receives, and where; the figures are the server's. Only what the user acts on
 * now: until the won are there, a seller has nothing to send, and after that nothing to do with them.
 */
export function PaymentDetails({ payment, side }: PaymentDetailsProps) {
  const isSettled = isWonSettled(payment, side);
  return (
    <>
      <dl className="grid gap-y-1.5 text-small">
        {!isSettled && <Won payment={payment} side={side} />}
        {(isSettled || side === 'buy') && <Tether payment={payment} side={side} />}
      </dl>
      <HowToSend payment={payment} side={side} />
    </>
  );
}

interface EarlierStepsProps extends PaymentDetailsProps {
  /** The marked steps, where they are not listed above. */
  readonly children: ReactNode;
}

/** The won and their receipt once they are settled, folded. */
export function EarlierSteps({ payment, side, children }: EarlierStepsProps) {
  const { t } = useTexts();
  if (!isWonSettled(payment, side)) return null;
  return (
    <details>
      <summary className="min-h-8 content-center text-fg-muted text-small font-medium">
        {t('payment.earlier')}
      </summary>
      {children}
      <dl className="mb-2.5 grid gap-y-1.5 text-small">
        <Won payment={payment} side={side} />
      </dl>
      <SentReceipt payment={payment} />
    </details>
  );
}

/** What to mind while the user has something to send. */
function HowToSend({ payment: { next, fee, steps }, side }: PaymentDetailsProps) {
  const { t } = useTexts();
  if (side === 'buy')
    return next?.step === 'payment-sent' && <p className="text-small">{t('payment.ownAccount')}</p>;
  if (next?.step !== 'tether-sent' || fee === null) return null;
  const gotByAdmin = steps.some(({ step, byAdmin }) => step === 'payment-received' && byAdmin);
  return (
    <>
      {gotByAdmin && <p className="text-small font-strong">{t('payment.gotByAdmin')}</p>}
      <p className="text-small">{t('payment.onlyThis')}</p>
    </>
  );
}

function Won({ payment, side }: PaymentDetailsProps) {
  const { t, language } = useTexts();
  const { krw, bank, next } = payment;
  if (side === 'sell') {
    const hasReceived = isMarked(payment, 'payment-received');
    return (
      <>
        <Fact label={hasReceived ? t('payment.gotWon') : t('payment.getWon')}>
          <KrwAmount value={krw} />
        </Fact>
        {bank !== null && !hasReceived && (
          <Fact label={t('payment.ownBank')}>{accountFor(language, bank)}</Fact>
        )}
      </>
    );
  }
  const hasSent = isMarked(payment, 'payment-sent');
  // Not offered for copying once it was sent, so that it is not sent twice. While a dispute holds the trade there is
  // nothing to send, so no account is shown.
  const isSendable = next?.step === 'payment-sent';
  return (
    <>
      <Fact
        label={hasSent ? t('payment.sentWon') : t('payment.sendWon')}
        button={isSendable && <CopyButton text={krw} what={t('payment.sendWon')} />}
      >
        <KrwAmount value={krw} />
      </Fact>
      {bank !== null && (hasSent || isSendable) && (
        <Fact
          label={hasSent ? t('payment.paidBank') : t('payment.bank')}
          button={isSendable && <CopyButton text={bank.bankAccount} what={t('member.bankAccount')} />}
        >
          {accountFor(language, bank)}
          <span className="block text-fg-muted font-regular">
            {t('payment.holder', { name: bank.accountHolder })}
          </span>
        </Fact>
      )}
    </>
  );
}

function Tether({ payment, side }: PaymentDetailsProps) {
  const { t } = useTexts();
  const { amount, fee, wallet, next, feeIsFinal } = payment;
  const hasSent = isMarked(payment, 'tether-sent');
  const ofWallet = t('member.tetherAddress');
  if (side === 'buy') {
    const hasReceived = isMarked(payment, 'tether-received');
    return (
      <>
        <Fact label={hasReceived ? t('payment.gotUsdt') : t('payment.getUsdt')}>
          <UsdtAmount value={amount} unit />
        </Fact>
        {wallet !== null && hasSent && (
          <Fact
            label={hasReceived ? t('payment.gotWallet') : t('payment.ownWallet')}
            button={<WalletLink address={wallet.tetherAddress} what={ofWallet} />}
          >
            <MiddleEllipsis text={wallet.tetherAddress} />
          </Fact>
        )}
      </>
    );
  }
  const isSendable = next?.step === 'tether-sent';
  return (
    <>
      <Fact
        label={hasSent ? t('payment.sentUsdt') : t('payment.sendUsdt')}
        button={isSendable && <CopyButton text={amount} what={t('payment.sendUsdt')} />}
      >
        <UsdtAmount value={amount} unit />
      </Fact>
      {wallet !== null && (hasSent || isSendable) && (
        <Fact
          label={hasSent ? t('payment.sentWallet') : t('payment.wallet')}
          button={
            <span className="flex flex-none flex-col">
              {isSendable && <CopyButton text={wallet.tetherAddress} what={ofWallet} />}
              <WalletLink address={wallet.tetherAddress} what={ofWallet} />
            </span>
          }
        >
          {isSendable ? (
            <WalletToSendTo address={wallet.tetherAddress} />
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

interface FactProps {
  readonly label: string;
  readonly button?: ReactNode;
  readonly children: ReactNode;
}

function Fact({ label, button = false, children }: FactProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
      <dt className="flex-none text-fg-muted">{label}</dt>
      <dd
        className={classes(
          'ml-auto flex min-w-0 items-center gap-1 text-right font-medium',
          // As wide as the button of others, if any has one, so that all values align.
          button === false && 'in-[dl:has(button,a)]:pr-8',
        )}
      >
        <span className="min-w-0">{children}</span>
        {button}
      </dd>
    </div>
  );
}
