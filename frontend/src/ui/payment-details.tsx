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

/** What one party of a match sends the other and where, to copy; the figures are the server's. */
export function PaymentDetails({ payment, side }: PaymentDetailsProps) {
  const { t } = useTexts();
  const { amount, krw, fee, toGive, bank, wallet } = payment;
  const isMarked = (step: PaymentStep) => payment.steps.some((mark) => mark.step === step);
  // Not offered for copying once it was sent, so that nobody sends it twice, nor while a dispute holds the trade.
  const hasSent = isMarked(side === 'buy' ? 'payment-sent' : 'tether-sent');
  const isSendable = !hasSent && payment.caseId === null;
  const toCopy = (text: string, what: string) => (isSendable ? { text, what } : undefined);
  return (
    <dl className="grid gap-x-8 gap-y-1.5 text-small md:grid-cols-2">
      {side === 'buy' ? (
        <>
          <Fact
            label={hasSent ? t('payment.sentWon') : t('payment.sendWon')}
            copied={toCopy(krw, t('payment.sendWon'))}
          >
            <KrwAmount value={krw} />
          </Fact>
          {bank !== null && (
            <Fact label={t('payment.bank')} copied={toCopy(bank.bankAccount, t('member.bankAccount'))}>
              {bank.bankName} {bank.bankAccount}
              <span className="block text-fg-muted font-regular">
                {t('payment.holder', { name: bank.accountHolder })}
              </span>
            </Fact>
          )}
          <Fact label={isMarked('tether-received') ? t('payment.gotUsdt') : t('payment.getUsdt')}>
            <UsdtAmount value={amount} unit />
          </Fact>
        </>
      ) : (
        <>
          <Fact
            label={hasSent ? t('payment.sentUsdt') : t('payment.sendUsdt')}
            copied={toCopy(amount, t('payment.sendUsdt'))}
          >
            <UsdtAmount value={amount} unit />
            {fee !== null && isSendable && (
              <span className="block text-fg-muted font-regular">{t('payment.onlyThis')}</span>
            )}
          </Fact>
          {wallet !== null && (
            <Fact
              label={t('payment.wallet')}
              copied={toCopy(wallet.tetherAddress, t('member.tetherAddress'))}
            >
              {/* Whole while it is to be sent to, so that it can be compared with what the wallet shows. */}
              {isSendable ? (
                <span className="break-all">{wallet.tetherAddress}</span>
              ) : (
                <MiddleEllipsis text={wallet.tetherAddress} />
              )}
            </Fact>
          )}
          {fee !== null && toGive !== null && (
            <Fact label={t('payment.withFee')}>
              <UsdtAmount value={toGive} unit />
              <span className="block text-fg-muted font-regular">
                {payment.feeIsFinal ? t('label.fee') : t('payment.feeEstimate')} <UsdtAmount value={fee} />
              </span>
            </Fact>
          )}
          <Fact label={isMarked('payment-received') ? t('payment.gotWon') : t('payment.getWon')}>
            <KrwAmount value={krw} />
          </Fact>
        </>
      )}
    </dl>
  );
}

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
