import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { isZero } from '@matgyo/contracts/money';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStaffActions } from '../../../../shell/staff-actions.ts';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { liveMatchesOf } from '../../matches.ts';
import { type Action, actionShortcuts, actions, isOffered } from '../actions/actions.ts';
import type { ActionQuestion } from '../actions/asked-action.tsx';
import { orderPath } from './queue-row.tsx';
import type { QueueCursor } from './use-queue-cursor.ts';
import { useShortcuts } from './use-shortcuts.ts';

export type QueueActions = ReturnType<typeof useQueueActions>;

interface Places {
  readonly searchField: RefObject<HTMLElement | null>;
  readonly panel: RefObject<HTMLElement | null>;
}

/** The actions of the queue page, by button, key and command menu, and the dialogs that they open. */
export function useQueueActions(cursor: QueueCursor, { searchField, panel }: Places) {
  const { orders, chosen, choose, here, listed } = cursor;
  const navigate = useNavigate();
  const question = useDialog<ActionQuestion>();
  const help = useDialog<true>();
  const picked = usePicked(orders);
  /** The orders as they were picked: one that another admin decides meanwhile stays in the dialog. */
  const many = useDialog<readonly AdminOrderView[]>();
  const askMatch = useRef<(() => void) | undefined>(undefined);

  const ask = (action: Action, order: AdminOrderView | undefined, tradeId?: string) => {
    if (order !== undefined && isOffered(action, order)) question.open({ action, order, tradeId });
  };
  const shortcuts = {
    j: () => cursor.move(1),
    ArrowDown: () => cursor.move(1),
    k: () => cursor.move(-1),
    ArrowUp: () => cursor.move(-1),
    ...actionShortcuts((action) => ask(action, listed)),
    a: () => {
      const [only = listed, another] = picked.orders;
      if (another !== undefined) return many.open(picked.orders);
      // So that the panel beside the queues shows it.
      if (only !== undefined && panel.current !== null) choose(only._id);
      ask('approve', only);
    },
    s: () => listed !== undefined && picked.toggle(listed),
    m: () => chosen?.order._id === here.current && askMatch.current?.(),
    o: () => chosen !== undefined && void navigate(orderPath(chosen.order._id)),
    p: () => panel.current !== null && goToNextStop(panel.current),
    Escape: () => choose(''),
    '/': () => searchField.current?.querySelector('input')?.focus(),
    '?': () => help.open(true),
  };
  useShortcuts(shortcuts, question.isOpen || help.isOpen || many.isOpen);
  const offered = listed === undefined ? [] : actions.filter((action) => isOffered(action, listed));
  useStaffActions(chosen?.order.orderCode, [
    ...offered.map((action) => [action, () => ask(action, listed)] as const),
    ...(listed?.action.includes('match') ? [['match', () => askMatch.current?.()] as const] : []),
  ]);
  return {
    askMatch,
    askListed: (action: Action, tradeId?: string) => ask(action, listed, tradeId),
    question,
    done: (order: AdminOrderView) => {
      question.close();
      cursor.expectChange(order);
      const action = question.subject?.action;
      if (action === 'complete' ? isLastMatch(order) : action !== 'cancelMatch') cursor.leave(order);
    },
    picked,
    many,
    help,
  };
}

const usable = 'input:checked, button:not([aria-disabled=true]), a[href]';

/** Moves the focus to the next of the panel's stops, or to the first: its matches, its review, its match form. */
function goToNextStop(panel: HTMLElement): void {
  const stops = [...panel.querySelectorAll('[data-stop]')];
  const here = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[(here + 1) % stops.length] ?? panel;
  next.querySelector<HTMLElement>(usable)?.focus();
}

/** Whether the order has nothing open and one live match, whose completion takes it out of the queues. */
const isLastMatch = (order: AdminOrderView): boolean =>
  isZero(order.amountRemaining) && liveMatchesOf(order).length === 1;

function usePicked(orders: readonly AdminOrderView[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    orders: orders.filter((order) => ids.has(order._id) && isOffered('approve', order)),
    toggle: (order: AdminOrderView) => {
      if (!isOffered('approve', order)) return;
      const { _id } = order;
      setIds(
        (before) => new Set(before.has(_id) ? [...before].filter((id) => id !== _id) : [...before, _id]),
      );
    },
    replace: (next: readonly AdminOrderView[]) => setIds(new Set(next.map(({ _id }) => _id))),
    remove: (done: readonly string[]) =>
      setIds((before) => new Set([...before].filter((id) => !done.includes(id)))),
  };
}
