import { listedTradePhases } from '@matgyo/contracts/trade-phase';
import { useTexts } from '../i18n/index.ts';

/** By which matches are filtered; '' matches all. */
export const matchStatuses = ['', ...listedTradePhases] as const;
export type MatchStatus = (typeof matchStatuses)[number];

export function useMatchStatusChoices(): readonly { readonly value: MatchStatus; readonly label: string }[] {
  const { t } = useTexts();
  return [
    { value: '', label: t('label.all') },
    { value: 'live', label: t('status.tradeLive') },
    { value: 'completed', label: t('status.tradeCompleted') },
    { value: 'reversed', label: t('status.tradeReversed') },
    { value: 'cancelled', label: t('status.Cancelled') },
  ];
}
