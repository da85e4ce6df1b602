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

/** Each further order would wait for its answer as long, or be refused as well. */
const endsPass = (error: unknown): boolean => isFailure(error, 'NETWORK', 'TIMEOUT', 'TOO_MANY_REQUESTS');

/** A slow server does not keep the admin in the dialog for longer than this and one answer. */
const passMsMax = 60_000;

/**
 * Approves several orders one after the other, each with the revision seen, until one gets no answer. The approved ones
 * leave the dialog; of the others, it says why they are left, and sends again those that may succeed then.
 */
export default function ApproveMany({ orders, open, onClose, onDone }: ApproveManyProps) {
  const { t, formatUsdt, formatKrw, failureText } = useTexts();
  const send = useSender();
  const [left, setLeft] = useState(orders);
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const isNew = ({ _id }: AdminOrderView) => !failures.has(_id);
  const failed = left.filter(({ _id }) => mayPass(failures.get(_id)));
  // One that gets no answer again keeps none of the others from being sent.
  const due = [...left.filter(isNew), ...failed];
  const approving = useMutation({
    mutationFn: async () => {
      const done: string[] = [];
      const untilMs = performance.now() + passMsMax;
      for (const order of due) {
        const error: unknown = await send(approval(order, order.revision)).then(
          () => undefined,
          (failure: unknown) => failure,
        );
        if (error === undefined) {
          done.push(order._id);
          setLeft((before) => before.filter(({ _id }) => _id !== order._id));
        } else setFailures((before) => new Map([...before, [order._id, error]]));
        if (endsPass(error) || performance.now() > untilMs) break;
      }
      return { done, all: done.length === left.length };
    },
    onSuccess: ({ done, all }) => {
      if (done.length > 0) toast({ kind: 'done', text: t('many.approved', { count: done.length }) });
      onDone(done);
      if (all) onClose();
    },
    onSettled: useReload(queryKeys.own.admin.orders),
  });
  const isPartly = approving.isSuccess;
  const isOver = isPartly && due.length === 0;
  const title = isOver ? 'failed' : isPartly || approving.isPending ? 'left' : 'title';
  return (
    <Confirm
      open={open}
      ready
      busy={approving.isPending}
      title={t(`many.${title}`, { count: left.length })}
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
            {isPartly &&
              (isNew(order) ? (
                <span className="block font-medium text-fg">{t('many.unsent')}</span>
              ) : (
                <span role="alert" className="block text-danger">
                  {failureText(failures.get(order._id), t('action.unanswered'), t('action.failed'))}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
