import type { ReactNode } from 'react';
import type { Decision } from '../../api/approvals.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import type { DecisionLabels } from './request-labels.ts';

interface DecideButtonsProps {
  readonly mayApprove: boolean;
  readonly mayRefuse?: boolean;
  /** Whether it is the admin's own: taken back, not refused. */
  readonly mine?: boolean;
  readonly labels: DecisionLabels;
  readonly busy: boolean;
  /** As of when the question was opened: what came later, its reader has not seen. Shows failures itself. */
  readonly onDecide: (how: Decision) => Promise<unknown>;
  /** A note on who may decide. */
  readonly children?: ReactNode;
}

/** Approves or refuses a request: confirmed once more, with what it does. */
export function DecideButtons(props: DecideButtonsProps) {
  const { mayApprove, mayRefuse = true, mine = false, labels, busy, onDecide, children } = props;
  const { t } = useTexts();
  const { subject, isOpen, open, close } = useDialog<
    { readonly how: Decision } & Pick<DecideButtonsProps, 'onDecide'>
  >();
  const how = subject?.how ?? 'approve';
  const ask = (asked: Decision) => open({ how: asked, onDecide });
  const approves = how === 'approve';
  const no = mine ? t('approval.takeBack') : t('approval.refuse');
  const noTitle = mine ? t('approval.takeBackTitle') : t('approval.refuseTitle');
  const noDone = mine ? t('approval.takeBackDone') : t('approval.refuseDone');
  const confirm = () =>
    subject?.onDecide(how).then(() => {
      toast({ kind: 'done', text: approves ? t('approval.approved') : noDone });
      close();
    }, close);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {children}
      {mayRefuse && (
        <Button size="medium" aria-haspopup="dialog" onClick={() => ask('refuse')}>
          {no}
        </Button>
      )}
      {mayApprove && (
        <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => ask('approve')}>
          {t('queue.approve')}
        </Button>
      )}
      <Confirm
        open={isOpen}
        danger={!approves}
        busy={busy}
        title={approves ? labels.approveTitle : noTitle}
        confirmLabel={approves ? t('queue.approve') : no}
        cancelLabel={t('close')}
        onCancel={close}
        onConfirm={confirm}
      >
        <p>{approves ? labels.approveText : labels.refuseText}</p>
      </Confirm>
    </div>
  );
}
