import type { Side } from '@matgyo/contracts/ids';
import { formatUsdt } from '../../../../format/amount.ts';
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
  const { t, language } = useTexts();
  return (action, { orderCode: code, side, match }) => {
    const sells = side === 'sell';
    const pair = {
      code,
      nickname: match?.counterpart ?? '',
      amount: match === undefined ? '' : formatUsdt(match.amount, language),
    };
    switch (action) {
      case 'approve':
        return {
          title: sells ? t('act.approveSellTitle') : t('act.approveBuyTitle'),
          text: t('act.approveText'),
          label: t('act.approve', { code }),
          labelNow: () => t('act.approve', { code }),
          done: sells ? t('act.sellApproved', { code }) : t('act.buyApproved', { code }),
        };
      case 'reject':
        return {
          title: sells ? t('act.rejectSellTitle') : t('act.rejectBuyTitle'),
          text: t('act.rejectText'),
          label: t('act.reject', { code }),
          labelNow: () => t('act.reject', { code }),
          done: t('act.rejected', { code }),
        };
      case 'cancel':
        return {
          title: sells ? t('act.cancelSellTitle') : t('act.cancelBuyTitle'),
          text: t('act.cancelText'),
          label: t('act.cancel', { code }),
          labelNow: (amount) => t('act.cancelNow', { code, amount }),
          done: t('act.cancelled', { code }),
        };
      case 'complete':
        return {
          title: t('act.completeTitle'),
          text: t('act.completeText', pair),
          label: t('act.complete', pair),
          labelNow: () => t('act.complete', pair),
          done: t('act.completed', pair),
        };
      case 'cancelMatch':
        return {
          title: t('act.cancelMatchTitle'),
          text: t('act.cancelMatchText', pair),
          label: t('act.cancelMatch', pair),
          labelNow: () => t('act.cancelMatch', pair),
          done: t('act.matchCancelled', pair),
        };
    }
  };
}
