import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../../../../i18n/index.ts';
import type { Match } from '../../matches.ts';
import type { Action } from './actions.ts';

interface Subject {
  readonly orderCode: string;
  readonly side: Side;
  readonly match: Match | undefined;
}

interface ActionLabels {
  readonly title: string;
  readonly text: string;
  /** Button text: the action and its object. */
  readonly label: string;
  /** Button text after the order has changed. */
  readonly labelNow: (open: string) => string;
  readonly done: string;
}

/** The texts of an action: question, button, confirmation. */
export function useActionLabels(): (action: Action, subject: Subject) => ActionLabels {
  const { t, formatUsdt } = useTexts();
  return (action, { orderCode: code, side, match }) => {
    const sells = side === 'sell';
    const pair = {
      code,
      nickname: match?.counterpart ?? '',
      amount: match === undefined ? '' : formatUsdt(match.amount),
    };
    switch (action) {
      case 'approve':
        return {
          title: sells ? t('action.approveSellTitle') : t('action.approveBuyTitle'),
          text: t('action.approveText'),
          label: t('action.approve', { code }),
          labelNow: () => t('action.approve', { code }),
          done: sells ? t('action.sellApproved', { code }) : t('action.buyApproved', { code }),
        };
      case 'reject':
        return {
          title: sells ? t('action.rejectSellTitle') : t('action.rejectBuyTitle'),
          text: t('action.rejectText'),
          label: t('action.reject', { code }),
          labelNow: () => t('action.reject', { code }),
          done: t('action.rejected', { code }),
        };
      case 'cancel':
        return {
          title: sells ? t('action.cancelSellTitle') : t('action.cancelBuyTitle'),
          text: t('action.cancelText'),
          label: t('action.cancel', { code }),
          labelNow: (amount) => t('action.cancelNow', { code, amount }),
          done: t('action.cancelled', { code }),
        };
      case 'complete':
        return {
          title: t('action.completeTitle'),
          text: t('action.completeText', pair),
          label: t('action.completeAmount', pair),
          labelNow: () => t('action.completeAmount', pair),
          done: t('action.completed', pair),
        };
      case 'cancelMatch':
        return {
          title: t('action.cancelMatchTitle'),
          text: t('action.cancelMatchText', pair),
          label: t('action.cancelMatch', pair),
          labelNow: () => t('action.cancelMatch', pair),
          done: t('action.matchCancelled', pair),
        };
    }
  };
}
