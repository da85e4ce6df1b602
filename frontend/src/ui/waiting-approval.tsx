import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { Link } from 'react-router-dom';
import { durationText, secondsUntil } from '../format/duration.ts';
import { useTexts } from '../i18n/index.ts';
import { useNow } from './use-now.ts';

/** Shown while another admin's approval is awaited, with the time left. */
export function WaitingApproval({ approval }: { readonly approval: ApprovalView }) {
  const { t } = useTexts();
  const seconds = secondsUntil(approval.until, useNow(30_000));
  return (
    <p className="my-1 text-small">
      <span className="font-strong text-pending">
        {t('approval.waits', { duration: durationText(seconds, t) })}
      </span>{' '}
      <Link
        to={`/admin/approvals?request=${approval._id}`}
        className="whitespace-nowrap text-accent hover:underline"
      >
        {t('approval.seeRequest')}
      </Link>
    </p>
  );
}
