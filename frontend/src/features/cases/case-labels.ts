import type { AppealOutcome, CaseParty, RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseSummary } from '@matgyo/contracts/endpoints/cases';
import { useTexts } from '../../i18n/index.ts';
import { eventTexts, listed } from '../../ui/entry-labels.ts';
import { useGroundLabels } from '../../ui/reason-labels.ts';

/** Labels for the codes of a dispute. */
export function useCaseLabels() {
  const { t } = useTexts();
  const grounds = useGroundLabels();
  const outcomes: Record<RulingOutcome | AppealOutcome, string> = {
    complete: t('dispute.complete'),
    cancel: t('dispute.cancel'),
    confirm: t('dispute.appealConfirmed'),
    overturn: t('dispute.appealOverturned'),
  };
  const parties: Record<CaseParty, string> = {
    sell: t('label.seller'),
    buy: t('label.buyer'),
    admin: t('role.admin'),
  };
  return {
    grounds,
    outcomes,
    parties,
    groundOf: (code: string) => listed(grounds, code),
    eventOf: (type: string) => {
      const [text] = listed(eventTexts, type) ?? [];
      return text === undefined ? type : t(text);
    },
  };
}

/** The label of a dispute's status. */
export function useCaseStatusLabel(): (
  one: Pick<CaseSummary, 'status' | 'taken' | 'outcome' | 'appeal'>,
) => string {
  const { t } = useTexts();
  const { outcomes } = useCaseLabels();
  return ({ status, taken, outcome, appeal }) => {
    if (status === 'withdrawn') return t('dispute.withdrawn');
    if (outcome === null) return taken ? t('dispute.taken') : t('dispute.waiting');
    const ruled = t('dispute.ruledTo', { outcome: outcomes[outcome] });
    if (appeal === null) return ruled;
    return `${ruled} · ${appeal === 'open' ? t('dispute.appealOpen') : outcomes[appeal]}`;
  };
}

/** Whether it waits for an admin: an open dispute, or an appeal. */
export const isUnderReview = ({ status, appeal }: Pick<CaseSummary, 'status' | 'appeal'>): boolean =>
  status === 'open' || appeal === 'open';
