import { useTexts } from '../../i18n/index.ts';
import { Page } from '../../ui/page.tsx';
import { CaseList } from './case-list.tsx';

export default function OwnCasesPage() {
  const { t } = useTexts();
  return (
    <Page title={t('menu.disputes')}>
      <p className="mt-1 mb-4 max-w-[40em] text-fg-muted">{t('dispute.ownIntro')}</p>
      <CaseList show="own" />
    </Page>
  );
}
