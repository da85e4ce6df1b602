import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { isFailure } from '../../../api/call-failure.ts';
import { command, useCommand } from '../../../api/command.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';

const useCancelOrder = () =>
  useCommand({
    command: (order: OrderView) =>
      command(orderPaths[order.side].cancelOwn, {
        params: { id: order._id },
        body: { nickname: order.userId.nickname },
        ifMatch: order.revision,
      }),
    changes: [queryKeys.own.orders.all],
    untilShown: true,
  });

interface CancelOrderProps {
  readonly order: OrderView;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before an order is cancelled. If its status has changed meanwhile, shows the new one. */
export default function CancelOrder({ order, open, onClose }: CancelOrderProps) {
  const { t, failureText } = useTexts();
  const cancel = useCancelOrder();
  const moved = order.status !== 'Pending Approval' && !cancel.isSuccess;

  const showFailure = (error: unknown, attempt: OrderView) => {
    const again = isFailure(error, 'NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'IN_PROGRESS');
    toast({
      kind: 'failed',
      text: failureText(error, t('cancel.failed')),
      ...(again && { action: { label: t('retry'), run: () => run(attempt) } }),
    });
  };
  const run = (attempt: OrderView) =>
    cancel.mutate(attempt, {
      onSuccess: () => toast({ kind: 'done', text: t('order.cancelled', { code: order.orderCode }) }),
      onError: (error) => showFailure(error, attempt),
      onSettled: onClose,
    });

  return (
    <Confirm
      open={open}
      danger
      busy={cancel.isPending}
      title={order.side === 'sell' ? t('cancel.sellTitle') : t('cancel.buyTitle')}
      confirmLabel={moved ? t('okay') : t('cancel.yes')}
      cancelLabel={t('cancel.no')}
      onCancel={onClose}
      onConfirm={() => {
        if (moved) onClose();
        else run(order);
      }}
    >
      {moved
        ? t('cancel.moved', { status: t(`status.${order.status}`) })
        : t('cancel.text', { code: order.orderCode })}
    </Confirm>
  );
}
