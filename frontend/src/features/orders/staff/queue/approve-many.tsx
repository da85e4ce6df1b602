import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isFailure, isPassing } from '../../../../api/call-failure.ts';
import { useSender } from '../../../../api/command.ts';
import { queryKeys } from '../../../../api/queries.ts';
import { useReload } from '../../../../api/use-reload.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import type { Opened } from '../../../../ui/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { approval } from '../actions/use-order-action.ts';

interface ApproveManyProps extends Opened {
  readonly orders: readonly AdminOrderView[];
  /** Called with the IDs of the approved orders. */
  readonly onDone: (orderIds: readonly string[]) => void;
}

/** A changed order would be refused again. */
const mayPass = (error: unknown): boolean => isPassing(error) || isFailure(error, 'TOO_MANY_REQUESTS');

/**
 * Approves several orders one after the other, each with the revision seen. The approved ones leave the dialog; of the
 * others, it says why they were not approved, and tries again those that may succeed then.
 */
export default function ApproveMany({ orders, open, onClose, onDone }: ApproveManyProps) {
  const { t, formatUsdt, formatKrw, failureText } = useTexts();
  const send = useSender();
  const [left, setLeft] = useState(orders);
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const due = left.filter(({ _id }) => !failures.has(_id) || mayPass(failures.get(_id)));
  const approving = useMutation({
    mutationFn: async () => {
      const failed = new Map(failures);
      const done: string[] = [];
      for (const order of due) {
        failed.delete(order._id);
        await send(approval(order, order.revision)).then(
          () => {
            done.push(order._id);
            setLeft((before) => before.filter(({ _id }) => _id !== order._id));
          },
          (error: unknown) => failed.set(order._id, error),
        );
      }
      return { done, failed };
    },
    onSuccess: ({ done, failed }) => {
      setFailures(failed);
      if (done.length > 0) toast({ kind: 'done', text: t('many.approved', { count: done.length }) });
      onDone(done);
      if (failed.size === 0) onClose();
    },
    onSettled: useReload(queryKeys.own.admin.orders),
  });
  const isPartly = failures.size > 0 && !approving.isPending;
  const isOver = isPartly && due.length === 0;
  return (
    <Confirm
      open={open}
      ready
      busy={approving.isPending}
      title={t(isPartly ? 'many.failed' : 'many.title', { count: left.length })}
      confirmLabel={isOver ? t('close') : isPartly ? t('retry') : t('many.approve', { count: left.length })}
      cancelLabel={isOver ? null : isPartly ? t('close') : t('dismiss')}
      onCancel={onClose}
      onConfirm={() => (isOver ? onClose() : approving.mutate())}
    >
      {!isPartly && <p>{t('many.text')}</p>}
      <ul className="mt-3 max-h-64 overflow-y-auto overscroll-contain text-small">
        {left.map((order) => (
          <li key={order._id} className="border-line border-t py-1.5 first:border-0">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium text-fg">{order.orderCode}</span>
              <span>
                {formatUsdt(order.amount)} USDT · {formatKrw(order.krwAmount)}
                {t('unit.won')}
              </span>
            </span>
            <span className="block">
              {order.userId.nickname}
              {order.ownerInactive && ` · ${t('queue.ownerInactive')}`}
            </span>
            {isPartly && (
              <span role="alert" className="block text-danger">
                {failureText(failures.get(order._id))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
