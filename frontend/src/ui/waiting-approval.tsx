import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { durationText, secondsUntil } from '../format/duration.ts';
import { useTexts } from '../i18n/index.ts';
import { TextLink } from './text-link.tsx';
import { useNow } from './use-now.ts';

/** Shown while another admin's approval is awaited, with the time left. */
export function WaitingApproval({ approval }: { readonly approval: ApprovalView }) {
  const { t } = useTexts();
  const seconds = secondsUntil(approval.until, useNow(30_000));
  return (
    <p className="my-1 w-full text-small">
      <span className="font-strong text-pending">
        {seconds > 0 ? t('approval.waits', { duration: durationText(seconds, t) }) : t('approval.expired')}
      </span>{' '}
      <TextLink to={`/admin/approvals?request=${approval._id}`} className="whitespace-nowrap text-accent">
        {t('approval.seeRequest')}
      </TextLink>
    </p>
  );
}
