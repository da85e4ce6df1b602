import { useTexts } from '../../../i18n/index.ts';
import { Chips } from '../../../ui/choice.tsx';
import { StaffPage } from '../../../ui/staff-page.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { CaseList } from '../case-list.tsx';
import { shownCases } from '../cases.ts';

export default function CasesPage() {
  const { t } = useTexts();
  const show = useAddress().choice('show', shownCases);
  return (
    <StaffPage title={t('menu.disputes')} intro={t('dispute.staffIntro')}>
      <div className="mt-4 mb-2">
        <Chips
          label={t('label.statusFilter')}
          {...show}
          choices={[
            { value: 'open', label: t('dispute.showOpen') },
            { value: 'mine', label: t('dispute.showMine') },
            { value: 'ended', label: t('dispute.showEnded') },
            { value: 'all', label: t('label.all') },
          ]}
        />
      </div>
      <CaseList show={show.chosen} />
    </StaffPage>
  );
}
