import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { command, isRepeatable, useCommand } from '../../../api/command.ts';
import { queryKeys } from '../../../api/queries.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Opened } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { useOwnOrder } from '../own-orders.ts';

export default function CancelOrder({ order: seen, open, onClose }: Opened & { readonly order: OrderView }) {
  const { t, failureText } = useTexts();
  // As it is now: it may change meanwhile, and then leave the list that it was chosen from.
  const order = useOwnOrder(seen._id) ?? seen;
  const cancel = useCommand({
    command: ({ side, _id, userId, revision }: OrderView) =>
      command(orderPaths[side].cancelOwn, {
        params: { id: _id },
        body: { nickname: userId.nickname },
        ifMatch: revision,
      }),
    done: ({ orderCode: code }) => t('order.cancelled', { code }),
    changes: [queryKeys.own.orders.all],
    untilShown: true,
    onRefused: (error, attempt) =>
      toast({
        kind: 'failed',
        text: failureText(error, t('cancel.failed')),
        ...(isRepeatable(error) && { action: { label: t('retry'), run: () => run(attempt) } }),
      }),
  });
  const moved = order.status !== 'Pending Approval' && !cancel.isPending && !cancel.isSuccess;
  const question = t(`cancel.title.${order.side}`);
  const run = (attempt: OrderView): void => cancel.mutate(attempt, { onSettled: onClose });
  return (
    <Confirm
      open={open}
      danger={!moved}
      busy={cancel.isPending}
      title={moved ? t('cancel.movedTitle') : question}
      confirmLabel={moved ? t('okay') : t('cancel.yes')}
      cancelLabel={moved ? null : t('cancel.no')}
      onCancel={onClose}
      onConfirm={() => {
        if (moved) onClose();
        else run(order);
      }}
    >
      <Unbroken
        text={
          moved
            ? t('cancel.moved', { status: t(`status.${order.status}`) })
            : t('cancel.text', { code: order.orderCode })
        }
      />
    </Confirm>
  );
}
