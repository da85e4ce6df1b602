import { accountFor } from '@matgyo/contracts/bank-names';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { durationText, secondsUntil } from '../../../format/duration.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useNow } from '../../../ui/use-now.ts';
import type { MemberWithActivity } from './member-queries.ts';

interface PayoutWaitsProps {
  /** With what is in use, where the caller may see it. */
  readonly member: MemberView & Partial<Pick<MemberWithActivity, 'payoutInUse'>>;
  readonly until: string;
}

/** That the bank account and wallet in the editor are not in use yet. */
export function PayoutWaits({ member: { payoutInUse, payoutNeedsConsent }, until }: PayoutWaitsProps) {
  const { t, language } = useTexts();
  const seconds = secondsUntil(until, useNow(30_000));
  // It is in use now, which no event has announced.
  if (seconds === 0 && !payoutNeedsConsent) return null;
  return (
    <p role="status" className="mb-4 rounded-lg bg-notice px-4 py-3 text-on-notice text-small">
      <span className="font-strong">
        {payoutNeedsConsent
          ? t('users.payoutWaitsForConsent', { at: dateTimeInKorea(until) })
          : t('users.payoutWaitsUntil', { left: durationText(seconds, t) })}
      </span>
      {payoutInUse !== undefined && (
        <span className="block break-all text-on-notice-muted">
          {t('users.payoutInUse', {
            what:
              payoutInUse === null
                ? t('approval.payoutUnreadable')
                : [accountFor(language, payoutInUse), payoutInUse.tetherAddress].join(' · '),
          })}
        </span>
      )}
    </p>
  );
}
