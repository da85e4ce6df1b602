import { useTexts } from '../i18n/index.ts';

/** Descriptions of the read models; an unknown one has its own name. */
export function useReadModelWord(): (name: string) => string {
  const { t } = useTexts();
  const labels: Readonly<Record<string, string>> = {
    accounts: t('replay.accounts'),
    orders: t('staff.orders'),
    trades: t('staff.trades'),
    prices: t('replay.prices'),
    approvals: t('approval.title'),
    trail: t('replay.trail'),
    stats: t('replay.stats'),
    fees: t('staff.fees'),
    journal: t('staff.trialBalance'),
    moments: t('replay.moments'),
    notifications: t('notifications.title'),
    heads: t('replay.heads'),
  };
  return (name) => labels[name] ?? name;
}
