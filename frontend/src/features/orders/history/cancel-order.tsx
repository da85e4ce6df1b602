import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newUuid } from '../../../api/call.ts';
import { isFailure } from '../../../api/call-failure.ts';
import { failureText } from '../../../api/failure-text.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { currentLanguage, useWords } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { useStatusWord } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.ts';

interface Cancellation {
  readonly order: OrderView;
  readonly idempotencyKey: string;
}

function useCancelOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ order, idempotencyKey }: Cancellation) =>
      call(orderPaths[order.side].cancelOwn, {
        params: { id: order._id },
        body: { nickname: order.userId.nickname, storedLanguage: currentLanguage() },
        idempotencyKey,
        ifMatch: order.revision,
      }),
    // Whatever came of it, the list shows how things stand now.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.orders.all }),
  });
}

interface CancelOrderProps {
  readonly order: OrderView;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before an order is cancelled. One that moved on meanwhile is not cancelled blindly: the person is told how it stands. */
export default function CancelOrder({ order, open, onClose }: CancelOrderProps) {
  const { t } = useWords();
  const statusWord = useStatusWord();
  const cancel = useCancelOrder();
  // Once it has been cancelled from here, that is no news.
  const moved = order.status !== 'Pending Approval' && !cancel.isSuccess;

  const tell = (error: unknown, attempt: Cancellation) => {
    const again = isFailure(error, 'NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'IN_PROGRESS');
    toast({
      kind: 'failed',
      text: failureText(error, t, t('cancel.failed')),
      ...(again && { action: { label: t('retry'), run: () => run(attempt) } }),
    });
  };
  const run = (attempt: Cancellation) =>
    cancel.mutate(attempt, {
      onSuccess: () => toast({ kind: 'done', text: t('order.cancelled', { code: order.orderCode }) }),
      onError: (error) => tell(error, attempt),
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
        else run({ order, idempotencyKey: newUuid() });
      }}
    >
      {moved
        ? t('cancel.moved', { status: statusWord(order.status) })
        : t('cancel.text', { code: order.orderCode })}
    </Confirm>
  );
}
