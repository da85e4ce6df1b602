import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../i18n/index.ts';

export interface TradeNow {
  readonly text: string;
  /** It waits for the user. */
  readonly mine: boolean;
}

/** What a live match waits for now, for the party of one side; nothing until its payment is loaded. */
export function useTradeNow(): (payment: TradePayment | undefined, side: Side) => TradeNow {
  const { t } = useTexts();
  return (payment, side) => {
    if (payment === undefined) return { text: '', mine: false };
    const { consent, caseId, next } = payment;
    if (consent?.given.includes(side)) return { text: t('consent.given'), mine: false };
    if (consent?.of.includes(side)) return { text: t('consent.todo'), mine: true };
    if (consent !== null) return { text: t('consent.waitsForOther'), mine: false };
    if (caseId !== null) return { text: t('steps.inCase'), mine: false };
    if (next === null) return { text: t('steps.allMarked'), mine: false };
    const mine = next.party === side;
    return { text: t(`steps.${next.step}.${mine ? 'todo' : 'waiting'}`), mine };
  };
}
