import { useTexts } from '../i18n/index.ts';
import { StatusPage } from '../shell/status-page.tsx';
import { ButtonLink } from '../ui/button.tsx';

export function NotFoundPage() {
  const { t } = useTexts();
  return (
    <StatusPage title={t('pages.notFoundTitle')} text={t('pages.notFoundText')}>
      <ButtonLink to="/" variant="primary">
        {t('pages.home')}
      </ButtonLink>
    </StatusPage>
  );
}
