import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStaffActs } from '../../../../shell/staff-acts.ts';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { type Act, acts, isOffered } from '../acts/acts.ts';
import { orderPath } from './queue-row.tsx';
import { usePicked } from './use-picked.ts';
import type { QueueCursor } from './use-queue-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface Question {
  readonly act: Act;
  readonly order: AdminOrderView;
  readonly tradeId: string | undefined;
}

export type QueueActions = ReturnType<typeof useQueueActions>;

/** The actions of the queue page, by button, key and command menu, and the dialogs that they open. */
export function useQueueActions(cursor: QueueCursor, searchField: RefObject<HTMLElement | null>) {
  const { orders, chosen, here, listed } = cursor;
  const navigate = useNavigate();
  const question = useDialog<Question>();
  const help = useDialog<true>();
  const picked = usePicked(orders);
  const [approving, setApproving] = useState(false);
  const askMatch = useRef<(() => void) | undefined>(undefined);

  const ask = (act: Act, order: AdminOrderView | undefined, tradeId?: string) => {
    if (order !== undefined && isOffered(act, order)) question.open({ act, order, tradeId });
  };
  const shortcuts = {
    j: () => cursor.move(1),
    ArrowDown: () => cursor.move(1),
    k: () => cursor.move(-1),
    ArrowUp: () => cursor.move(-1),
    a: () => (picked.orders.length > 1 ? setApproving(true) : ask('approve', listed)),
    s: () => listed !== undefined && picked.toggle(listed),
    r: () => ask('reject', listed),
    c: () => ask('cancel', listed),
    d: () => ask('complete', listed),
    x: () => ask('cancelMatch', listed),
    m: () => chosen?.order._id === here.current && askMatch.current?.(),
    o: () => chosen !== undefined && void navigate(orderPath(chosen.order._id)),
    Escape: () => cursor.choose(''),
    '/': () => searchField.current?.querySelector('input')?.focus(),
    '?': () => help.open(true),
  };
  useShortcuts(shortcuts, question.isOpen || help.isOpen || approving);
  useStaffActs(chosen?.order.orderCode, {
    ...Object.fromEntries(
      acts
        .filter((act) => listed !== undefined && isOffered(act, listed))
        .map((act) => [act, () => ask(act, listed)]),
    ),
    ...(listed?.action.includes('match') === true && { match: () => askMatch.current?.() }),
  });
  return {
    askMatch,
    askListed: (act: Act, tradeId?: string) => ask(act, listed, tradeId),
    question,
    done: (order: AdminOrderView) => {
      question.close();
      cursor.expectChange(order);
      const act = question.subject?.act;
      if (act !== 'complete' && act !== 'cancelMatch') cursor.leave(order);
    },
    picked,
    approving,
    setApproving,
    help,
  };
}
