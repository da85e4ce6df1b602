import type { Language } from '@matgyo/contracts/errors/index';
import type { Side } from '@matgyo/contracts/ids';
import { type TradePhase, type TradeStatus, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import type { InLanguages } from '../platform/http/spreadsheet-columns.ts';

const sides: Readonly<Record<Side, InLanguages>> = {
  sell: { ko: '판매', en: 'Sell' },
  buy: { ko: '구매', en: 'Buy' },
};
export const sideText = ({ side }: { readonly side: Side }, language: Language): string =>
  sides[side][language];

const kinds: Readonly<Record<'completion' | 'reversal', InLanguages>> = {
  completion: { ko: '거래 완료', en: 'Completed' },
  reversal: { ko: '거래 정정', en: 'Reversed' },
};
/** Of a journal entry. */
export const kindText = ({ kind }: { readonly kind: keyof typeof kinds }, language: Language): string =>
  kinds[kind][language];

const phases: Readonly<Record<TradePhase, InLanguages>> = {
  live: { ko: '거래 중', en: 'In trade' },
  completed: { ko: '거래 완료', en: 'Completed' },
  reversed: { ko: '정정됨', en: 'Reversed' },
  cancelled: { ko: '취소됨', en: 'Cancelled' },
  none: { ko: '', en: '' },
};
const inDispute: InLanguages = { ko: '분쟁 중', en: 'In dispute' };
const awaitsConsent: InLanguages = { ko: '동의 대기', en: 'Awaiting consent' };
const canBeCompleted: InLanguages = { ko: '완료 대기', en: 'Ready to complete' };

interface TradeNow {
  readonly status: TradeStatus;
  readonly inCase: boolean;
  readonly readyToComplete: boolean;
}

/** Of a match as lists show it. */
export function tradeStatusText({ status, inCase, readyToComplete }: TradeNow, language: Language): string {
  if (inCase) return inDispute[language];
  if (readyToComplete) return canBeCompleted[language];
  return (status === 'offered' ? awaitsConsent : phases[tradePhaseOf(status)])[language];
}
