import { onDemand, onDemandDialog } from '../../../../ui/on-demand.tsx';
import { rowId } from './queue-row.tsx';
import type { QueueActions } from './use-queue-actions.ts';
import type { QueueCursor } from './use-queue-cursor.ts';

const ApproveMany = onDemand(() => import('./approve-many.tsx'));
const ActionDialog = onDemand(() => import('../actions/action-dialog.tsx'));
const ShortcutsHelp = onDemandDialog(() => import('./shortcuts-help.tsx'));

interface QueueDialogsProps {
  readonly cursor: QueueCursor;
  readonly actions: QueueActions;
}

/** The dialogs of the queue page, each loaded when it is first opened. */
export function QueueDialogs({ cursor, actions }: QueueDialogsProps) {
  const { question, done, picked, approving, setApproving, help } = actions;
  const { subject } = question;
  return (
    <>
      {subject !== undefined && (
        <ActionDialog
          key={`${subject.action} ${subject.order._id} ${subject.order.revision} ${subject.tradeId}`}
          {...subject}
          listed={cursor.orders.find(({ _id }) => _id === subject.order._id)}
          open={question.isOpen}
          returnTo={() => document.getElementById(rowId(cursor.here.current))}
          onClose={question.close}
          onDone={done}
        />
      )}
      {picked.orders.length > 0 && (
        <ApproveMany
          key={approving ? 'open' : 'closed'}
          orders={picked.orders}
          open={approving}
          onClose={() => setApproving(false)}
          onDone={picked.remove}
        />
      )}
      <ShortcutsHelp open={help.isOpen} onClose={help.close} />
    </>
  );
}
