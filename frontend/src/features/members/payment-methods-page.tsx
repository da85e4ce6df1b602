import { bankNameFor } from '@matgyo/contracts/bank-names';
import type { ReactNode } from 'react';
import { usePaymentMethods } from '../../api/payment-methods.ts';
import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { CopyCard } from './copy-card.tsx';
import { PendingPayout } from './pending-payout.tsx';

/** Where one's won and one's tether go: the account and the wallet of the sign-up, ready to copy. */
export default function PaymentMethodsPage() {
  const { t, language } = useTexts();
  const answer = usePaymentMethods();
  const { data } = answer;
  return (
    <Page
      title={t('menu.paymentMethods')}
      action={
        <ButtonLink to="/dashboard/edit-info" size="medium">
          {t('menu.editInfo')}
        </ButtonLink>
      }
    >
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('payments.text')}</p>
      {data !== undefined ? (
        <>
          {data.next !== null && <PendingPayout next={data.next} inUse={data} />}
          <Method title={t('payments.bank')} text={t('payments.bankText')}>
            {data.bank !== null && (
              <>
                <CopyCard
                  label={t('member.bankName')}
                  value={data.bank.bankName}
                  shown={bankNameFor(language, data.bank.bankName)}
                />
                <CopyCard label={t('payments.holder')} value={data.bank.accountHolder} />
                <CopyCard wide label={t('member.bankAccount')} value={data.bank.bankAccount} />
              </>
            )}
          </Method>
          <Method
            title={t('payments.wallet')}
            text={
              <>
                {t('deposit.solanaOnly')}
                <br />
                {t('deposit.othersLost')}
              </>
            }
          >
            {data.wallet !== null && (
              <CopyCard wide isWallet label={t('member.tetherAddress')} value={data.wallet.tetherAddress} />
            )}
          </Method>
        </>
      ) : (
        <NotLoaded failed={t('payments.loadFailed')} query={answer}>
          {['a', 'b'].map((method) => (
            <div key={method} className="mt-9">
              <Skeleton className="h-5 w-28" />
              <Skeleton className="mt-2.5 h-[11px] w-64" />
              <div className="mt-5 grid gap-2 md:grid-cols-2">
                <Skeleton className="h-16 w-full rounded-lg" />
                <Skeleton className="h-16 w-full rounded-lg" />
              </div>
            </div>
          ))}
        </NotLoaded>
      )}
    </Page>
  );
}

interface MethodProps {
  readonly title: string;
  readonly text: ReactNode;
  /** False when it was never given. */
  readonly children: ReactNode;
}

function Method({ title, text, children }: MethodProps) {
  const { t } = useTexts();
  return (
    <section className="mt-9">
      <h2 className="text-heading">{title}</h2>
      <p className="mt-1 text-fg-subtle text-small">{text}</p>
      {children === false ? (
        <p className="mt-4 text-fg-muted">{t('payments.none')}</p>
      ) : (
        <ul className="mt-4 grid gap-2 md:grid-cols-2">{children}</ul>
      )}
    </section>
  );
}
