import type { ApprovalView } from '@matgyo/contracts/endpoints/approvals';
import { useState } from 'react';
import { type Decision, useDecideApproval } from '../../api/approvals.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { useRequestLabels } from './request-labels.ts';

/** Approves or refuses another's request, or takes one's own back: confirmed once more, with what it does. */
export function DecideApproval({ one }: { readonly one: ApprovalView }) {
  const { t } = useTexts();
  const labels = useRequestLabels()(one);
  const decide = useDecideApproval();
  const [decision, setDecision] = useState<Decision['how']>();
  const [open, setOpen] = useState(false);
  const ask = (how: Decision['how']) => {
    setDecision(how);
    setOpen(true);
  };
  const no = one.mine ? t('approval.takeBack') : t('approval.refuse');
  const done = decision === 'approve' ? t('approval.approved') : t('approval.ended');
  const confirm = () => {
    if (decision === undefined) return;
    decide.mutateAsync({ id: one._id, how: decision }).then(
      () => {
        toast({ kind: 'done', text: done });
        setOpen(false);
      },
      () => setOpen(false),
    );
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {one.mine && <p className="mr-auto text-fg-muted text-small">{t('approval.mine')}</p>}
      {one.conflict !== null && (
        <p className="mr-auto text-fg-muted text-small">
          {one.conflict === 'OWN_ORDER' ? t('approval.ownOrder') : t('approval.ownCode')}
        </p>
      )}
      <Button size="medium" aria-haspopup="dialog" onClick={() => ask('refuse')}>
        {no}
      </Button>
      {!one.mine && one.conflict === null && (
        <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => ask('approve')}>
          {t('queue.approve')}
        </Button>
      )}
      <Confirm
        open={open}
        danger={decision === 'refuse'}
        busy={decide.isPending}
        title={decision === 'approve' ? labels.approveTitle : no}
        confirmLabel={decision === 'approve' ? t('queue.approve') : no}
        cancelLabel={t('close')}
        onCancel={() => setOpen(false)}
        onConfirm={confirm}
      >
        <p>{decision === 'approve' ? labels.approveText : labels.refuseText}</p>
      </Confirm>
    </div>
  );
}
