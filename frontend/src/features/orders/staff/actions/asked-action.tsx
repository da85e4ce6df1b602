import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { onDemand } from '../../../../ui/on-demand.tsx';
import type { useDialog } from '../../../../ui/use-dialog.ts';
import type { ActionDialogProps } from './action-dialog.tsx';
import type { Action } from './actions.ts';

const ActionDialog = onDemand(() => import('./action-dialog.tsx'));

export interface ActionQuestion {
  readonly action: Action;
  /** As it was when the dialog was opened. */
  readonly order: AdminOrderView;
  /** Undefined: its first match. */
  readonly tradeId?: string | undefined;
}

interface AskedActionProps extends Pick<ActionDialogProps, 'listed' | 'returnTo' | 'onDone'> {
  readonly question: ReturnType<typeof useDialog<ActionQuestion>>;
}

/** The dialog of an action, once it was asked for; a new one for each question. */
export function AskedAction({ question: { subject, isOpen, close }, ...props }: AskedActionProps) {
  if (subject === undefined) return null;
  const { action, order, tradeId } = subject;
  return (
    <ActionDialog
      key={`${action} ${order._id} ${order.revision} ${tradeId}`}
      {...subject}
      {...props}
      open={isOpen}
      onClose={close}
    />
  );
}
