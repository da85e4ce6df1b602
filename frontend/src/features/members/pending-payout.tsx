import { accountFor } from '@matgyo/contracts/bank-names';
import { ownAccountPaths } from '@matgyo/contracts/paths/own-account';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type PaymentMethods, payoutKeys } from '../../api/payment-methods.ts';
import { useCall } from '../../api/use-call.ts';
import { useReload } from '../../api/use-reload.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { durationText, secondsUntil } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ConfirmPayout } from './confirm-payout.tsx';

type Pending = NonNullable<PaymentMethods['next']>;

/** A change of one's bank account or wallet that waits. The member can use it now, or have what is in use kept. */
export function PendingPayout({ next, inUse }: { readonly next: Pending; readonly inUse: PaymentMethods }) {
  const { t, language } = useTexts();
  const reject = useCall(ownAccountPaths.rejectPayout, {
    changes: payoutKeys,
    done: t('payments.rejected'),
    failed: true,
  });
  const [isConfirming, setConfirming] = useState(false);
  const { id, bank, wallet, from } = next;
  const isNewBank = bank?.bankName !== inUse.bank?.bankName || bank?.bankAccount !== inUse.bank?.bankAccount;
  const isNewWallet = wallet?.tetherAddress !== inUse.wallet?.tetherAddress;
  const now = useNow(5_000);
  const reload = useEffectEvent(useReload(...payoutKeys));
  useEffect(() => {
    if (from !== null && secondsUntil(from, now) === 0) reload();
  }, [from, now]);
  return (
    <section
      aria-labelledby="pending-payout"
      className="mt-6 grid gap-3 rounded-lg bg-notice px-5 py-4 text-on-notice max-md:px-4"
    >
      <div>
        <h2 id="pending-payout" className="flex items-center gap-2 font-strong">
          <Clock size={18} strokeWidth={1.8} className="flex-none" />
          {from === null
            ? t('payments.byStaffTitle')
            : t('payments.nextTitle', { left: durationText(secondsUntil(from, now), t) })}
        </h2>
        <p className="mt-1 text-on-notice-muted text-small">
          <Unbroken
            text={
              from === null
                ? t('payments.byStaffText')
                : t('payments.nextText', { at: dateTimeInKorea(from) })
            }
          />
        </p>
      </div>
      <dl className="grid gap-1 text-small">
        <Facts
          line="flex flex-wrap gap-x-3"
          label="text-on-notice-muted"
          value="min-w-0 break-all font-medium"
          rows={{
            [t('payments.bank')]: bank !== null && isNewBank && accountFor(language, bank),
            [t('payments.wallet')]: isNewWallet && wallet?.tetherAddress,
          }}
        />
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="medium" onClick={() => setConfirming(true)}>
          {t('payments.confirm')}
        </Button>
        <ConfirmButton
          size="medium"
          label={t('payments.reject')}
          title={t('payments.rejectTitle')}
          text={t('payments.rejectText')}
          busy={reject.isPending}
          onConfirm={(close) => reject.mutate({ body: { changeId: id } }, { onSettled: close })}
        />
      </div>
      <ConfirmPayout changeId={id} open={isConfirming} onClose={() => setConfirming(false)} />
    </section>
  );
}
