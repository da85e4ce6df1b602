import { onDemand, onDemandDialog } from '../../../../ui/on-demand.tsx';
import { AskedAction } from '../actions/asked-action.tsx';
import { rowId } from './queue-row.tsx';
import type { QueueActions } from './use-queue-actions.ts';
import type { QueueCursor } from './use-queue-cursor.ts';

const ApproveMany = onDemand(() => import('./approve-many.tsx'));
const ShortcutsHelp = onDemandDialog(() => import('./shortcuts-help.tsx'));

interface QueueDialogsProps {
  readonly cursor: QueueCursor;
  readonly actions: QueueActions;
}

/** The dialogs of the queue page, each loaded when it is first opened. */
export function QueueDialogs({ cursor, actions }: QueueDialogsProps) {
  const { question, done, picked, many, help } = actions;
  return (
    <>
      <AskedAction
        question={question}
        listed={cursor.orders.find(({ _id }) => _id === question.subject?.order._id)}
        returnTo={() => document.getElementById(rowId(cursor.here.current))}
        onDone={done}
      />
      {many.subject !== undefined && (
        <ApproveMany
          key={many.isOpen ? 'open' : 'closed'}
          orders={many.subject}
          open={many.isOpen}
          onClose={many.close}
          onDone={picked.remove}
        />
      )}
      <ShortcutsHelp open={help.isOpen} onClose={help.close} />
    </>
  );
}
