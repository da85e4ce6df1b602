import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { useDecideApproval } from '../../api/approvals.ts';
import { useTexts } from '../../i18n/index.ts';
import { DecideButtons } from './decide-buttons.tsx';
import { useRequestLabels } from './request-labels.ts';

/** Approves or refuses another's request, or takes one's own back. */
export function DecideApproval({ one }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  const labels = useRequestLabels()(one);
  const decide = useDecideApproval(one._id);
  return (
    <DecideButtons
      mayApprove={!one.mine && one.conflict === null}
      no={one.mine ? t('approval.takeBack') : t('approval.refuse')}
      labels={labels}
      busy={decide.isPending}
      onDecide={decide.mutateAsync}
    >
      {one.mine && <p className="mr-auto text-fg-muted text-small">{t('approval.mine')}</p>}
      {one.conflict !== null && (
        <p className="mr-auto text-fg-muted text-small">
          {one.conflict === 'OWN_ORDER' ? t('approval.ownOrder') : t('approval.ownCode')}
        </p>
      )}
    </DecideButtons>
  );
}
