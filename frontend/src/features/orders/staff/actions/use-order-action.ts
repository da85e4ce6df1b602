import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import type { PaymentStep, UnmarkedReason } from '@matgyo/contracts/payment-steps';
import type { RejectionReason } from '@matgyo/contracts/rejection-reasons';
import { type Command, command, useCommand } from '../../../../api/command.ts';
import { queryKeys } from '../../../../api/queries.ts';
import { currentLanguage } from '../../../../i18n/index.ts';
import type { Match } from '../../matches.ts';
import type { Action } from './actions.ts';

export interface Attempt {
  readonly action: Action;
  readonly order: AdminOrderView;
  /** Of a completion or a match's cancellation. */
  readonly match: Match | undefined;
  /** Of a rejection, shown to the member. */
  readonly reason?: RejectionReason | undefined;
  /** Of a completion with an unmarked payment step. */
  readonly unmarked?: UnmarkedReason | undefined;
  /** The last marked step that the admin saw, null: none; undefined if the match has no steps yet. */
  readonly marked?: PaymentStep | null | undefined;
  /** The revision that the admin saw. */
  readonly revision: number;
  /** Shown when it is done. */
  readonly done: string;
}

export function approval(order: AdminOrderView, ifMatch: number): Command<unknown> {
  const params = { id: order._id };
  return order.side === 'sell'
    ? command(orderPaths.sell.approve, { ifMatch, params: { ...params, language: currentLanguage() } })
    : command(orderPaths.buy.approve, { ifMatch, params, body: {} });
}

function rejection(order: AdminOrderView, ifMatch: number, reason: RejectionReason | undefined) {
  const params = { id: order._id };
  const body = { reason };
  return order.side === 'sell'
    ? command(orderPaths.sell.reject, { ifMatch, params: { ...params, language: currentLanguage() }, body })
    : command(orderPaths.buy.reject, { ifMatch, params, body });
}

const finish = (action: 'complete' | 'cancelMatch', { order, match, unmarked, marked, revision }: Attempt) =>
  command(tradePaths[action], {
    body: {
      ...(order.side === 'sell'
        ? { sellerOrderId: order._id, buyerOrderId: match?.counterpartOrderId }
        : { sellerOrderId: match?.counterpartOrderId, buyerOrderId: order._id }),
      tradeId: match?.tradeId,
      expected: { [order.side]: revision },
      reason: unmarked,
      marked,
      // A member may accept the offer that is to be withdrawn, and even pay, while the question is open.
      ifOffered: (action === 'cancelMatch' && match?.offered) || undefined,
    } as never,
  });

function commandOf(attempt: Attempt): Command<unknown> {
  const { action, order, revision, reason } = attempt;
  switch (action) {
    case 'approve':
      return approval(order, revision);
    case 'reject':
      return rejection(order, revision, reason);
    case 'cancel':
      return command(orderPaths[order.side].cancelByAdmin, {
        ifMatch: revision,
        params: { id: order._id },
        body: { nickname: order.userId.nickname },
      });
    case 'complete':
    case 'cancelMatch':
      return finish(action, attempt);
  }
}

export const useOrderAction = () =>
  useCommand({
    command: commandOf,
    done: ({ done }) => done,
    changes: [queryKeys.own.admin.orders, queryKeys.own.trades.all],
  });
