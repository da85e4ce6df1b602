import { useTexts } from '../i18n/index.ts';

/** What each read model is for; one that is new goes by its own name. */
export function useReadModelWord(): (name: string) => string {
  const { t } = useTexts();
  const words: Readonly<Record<string, string>> = {
    accounts: t('replay.accounts'),
    orders: t('replay.orders'),
    trades: t('replay.trades'),
    prices: t('replay.prices'),
    trail: t('replay.trail'),
    stats: t('replay.stats'),
    fees: t('replay.fees'),
    journal: t('replay.journal'),
    moments: t('replay.moments'),
    notifications: t('replay.notifications'),
    heads: t('replay.heads'),
  };
  return (name) => words[name] ?? name;
}
