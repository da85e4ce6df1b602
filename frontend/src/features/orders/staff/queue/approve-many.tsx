import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSender } from '../../../../api/command.ts';
import { queryKeys } from '../../../../api/query-keys.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Confirm } from '../../../../ui/confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { approval } from '../actions/use-order-action.ts';

interface ApproveManyProps {
  readonly orders: readonly AdminOrderView[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the approved orders. */
  readonly onDone: (orderIds: readonly string[]) => void;
}

/** Approves several orders at once, each with the revision seen; a changed one fails and its error is listed. */
export default function ApproveMany({ orders, open, onClose, onDone }: ApproveManyProps) {
  const { t, formatUsdt, formatKrw, failureText } = useTexts();
  const queryClient = useQueryClient();
  const send = useSender();
  const [left, setLeft] = useState<ReadonlyMap<string, string>>(new Map());
  const approving = useMutation({
    mutationFn: async () => {
      const failures = new Map<string, string>();
      const done: string[] = [];
      for (const order of orders)
        await send(approval(order, order.revision)).then(
          () => done.push(order._id),
          (error: unknown) => failures.set(order._id, failureText(error)),
        );
      return { done, failures };
    },
    onSuccess: ({ done, failures }) => {
      setLeft(failures);
      if (done.length > 0) toast({ kind: 'done', text: t('many.approved', { count: done.length }) });
      onDone(done);
      if (failures.size === 0) onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.own.admin.orders }),
  });
  return (
    <Confirm
      open={open}
      ready
      busy={approving.isPending}
      title={t('many.title', { count: orders.length })}
      confirmLabel={left.size > 0 ? t('retry') : t('many.approve', { count: orders.length })}
      cancelLabel={left.size > 0 ? t('close') : t('dismiss')}
      onCancel={onClose}
      onConfirm={() => approving.mutate()}
    >
      <p>{t('many.text')}</p>
      <ul className="mt-3 max-h-64 overflow-y-auto overscroll-contain text-small">
        {orders.map((order) => (
          <li key={order._id} className="border-line border-t py-1.5 first:border-0">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium text-fg">{order.orderCode}</span>
              <span>
                {formatUsdt(order.amount)} USDT · {formatKrw(order.krwAmount)}
                {t('unit.won')}
              </span>
            </span>
            <span className="block">{order.userId.nickname}</span>
            {left.has(order._id) && (
              <span role="alert" className="block text-danger">
                {left.get(order._id)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
