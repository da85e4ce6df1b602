import { type CaseParty, rulingReasons } from '@matgyo/contracts/cases';
import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import { useTexts } from '../../i18n/index.ts';
import { eventTexts, listed } from '../../ui/entry-labels.ts';

export function useCaseLabels() {
  const { t } = useTexts();
  const parties: Record<CaseParty, string> = {
    sell: t('label.seller'),
    buy: t('label.buyer'),
    admin: t('role.admin'),
  };
  return {
    parties,
    groundOf: (code: string) => {
      const ground = rulingReasons.find((reason) => reason === code);
      return ground && t(`dispute.ground.${ground}`);
    },
    eventOf: (type: string) => {
      const [text] = listed(eventTexts, type) ?? [];
      return text === undefined ? type : t(text);
    },
  };
}

export function useCaseStatusLabel(): (
  one: Pick<CaseSummary, 'status' | 'taken' | 'outcome' | 'appeal'>,
) => string {
  const { t } = useTexts();
  return ({ status, taken, outcome, appeal }) => {
    if (status === 'withdrawn') return t('dispute.withdrawn');
    if (outcome === null) return taken ? t('dispute.taken') : t('dispute.waiting');
    const ruled = t('dispute.ruledTo', { outcome: t(`dispute.outcomes.${outcome}`) });
    if (appeal === null) return ruled;
    return `${ruled} · ${appeal === 'open' ? t('dispute.appealOpen') : t(`dispute.outcomes.${appeal}`)}`;
  };
}

export const isUnderReview = ({ status, appeal }: Pick<CaseSummary, 'status' | 'appeal'>): boolean =>
  status === 'open' || appeal === 'open';
