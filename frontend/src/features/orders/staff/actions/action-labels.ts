import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { useTexts } from '../../../../i18n/index.ts';
import type { Match } from '../../matches.ts';
import type { Action } from './actions.ts';
import type { OrderNow } from './use-order-now.ts';

interface ActionLabels {
  readonly title: string;
  readonly text: string;
  /** Button text: the action and its object. */
  readonly label: string;
  readonly done: string;
}

/** The texts of an action: question, button, confirmation. */
export function useActionLabels(
  action: Action,
  order: OrderView,
  match: Match | undefined,
  now: OrderNow,
): ActionLabels {
  const { t, formatUsdt, formatKrw } = useTexts();
  const { orderCode: code, side } = order;
  const sells = side === 'sell';
  const amount = match === undefined ? '' : formatUsdt(match.amount);
  const krw = match === undefined ? '' : formatKrw(match.krw);
  const pair = { code, nickname: match?.counterpart ?? '', amount, krw };
  switch (action) {
    case 'approve':
      return {
        title: sells ? t('action.approveSellTitle') : t('action.approveBuyTitle'),
        text: t('action.approveText'),
        label: t('action.approve', { code }),
        done: sells ? t('action.sellApproved', { code }) : t('action.buyApproved', { code }),
      };
    case 'reject':
      return {
        title: sells ? t('action.rejectSellTitle') : t('action.rejectBuyTitle'),
        text: t('action.rejectText'),
        label: t('action.reject', { code }),
        done: t('action.rejected', { code }),
      };
    case 'cancel':
      return {
        title: sells ? t('action.cancelSellTitle') : t('action.cancelBuyTitle'),
        text: t('action.cancelText'),
        // Once the order has changed, it says how much is still open.
        label: now.moved
          ? t('action.cancelNow', { code, amount: formatUsdt(now.order.open) })
          : t('action.cancel', { code }),
        done: t('action.cancelled', { code }),
      };
    case 'complete':
      return {
        title: t('action.completeTitle'),
        text: t('action.completeText', pair),
        label: t('action.completeAmount', pair),
        done: t('action.completed', pair),
      };
    case 'cancelMatch':
      return {
        title: t('action.cancelMatchTitle'),
        text: t('action.cancelMatchText', pair),
        label: t('action.cancelMatch', pair),
        done: t('action.matchCancelled', pair),
      };
  }
}
