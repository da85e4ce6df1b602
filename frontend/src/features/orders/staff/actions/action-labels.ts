import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { useTexts } from '../../../../i18n/index.ts';
import type { Match } from '../../matches.ts';
import type { Action } from './actions.ts';
import type { OrderNow } from './use-order-now.ts';

export function useActionLabels(
  action: Action,
  { orderCode: code, side }: OrderView,
  match: Match | undefined,
  now: OrderNow,
) {
  const { t, formatUsdt, formatKrw } = useTexts();
  const values = {
    code,
    nickname: match?.counterpart ?? '',
    amount: match === undefined ? '' : formatUsdt(match.amount),
    krw: match === undefined ? '' : formatKrw(match.krw),
  };
  const isOfMatch = action === 'complete' || action === 'cancelMatch';
  return {
    title: isOfMatch ? t(`action.${action}Title`) : t(`action.${action}Title.${side}`),
    text: t(`action.${action}Text`, values),
    // Once the order has changed, it says how much is still open.
    label:
      action === 'cancel' && now.moved
        ? t('action.cancelNow', { code, amount: formatUsdt(now.order.open) })
        : t(`action.${action}`, values),
    done: action === 'approve' ? t(`action.approveDone.${side}`, values) : t(`action.${action}Done`, values),
  };
}
