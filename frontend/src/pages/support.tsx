import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { usePublicSettings } from '../api/public-settings.ts';
import { useWords } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { ButtonLink, ExternalLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

/** Where to turn to: an inquiry for a member, the messaging group for a visitor. */
export default function SupportPage() {
  const { t } = useWords();
  const session = useSession();
  const group = usePublicSettings()?.messagingGroupUrl;
  usePageTitle(t('menu.oneOnOne'));
  return (
    <>
      <Page title={t('menu.oneOnOne')}>
        <p className="mt-2 max-w-[36em] text-fg-muted">
          {session !== undefined
            ? t('support.memberText')
            : group == null
              ? t('support.visitorText')
              : t('support.visitorGroupText')}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {session === undefined ? (
            <>
              <ButtonLink to="/signin?next=%2Fdashboard%2Fone-on-one" variant="primary">
                {t('session.signIn')}
              </ButtonLink>
              {group != null && <ExternalLink href={group}>{t('forgotten.openGroup')}</ExternalLink>}
            </>
          ) : (
            <>
              <ButtonLink to="/dashboard/inquiry-history?new=other" variant="primary">
                {t('support.ask')}
              </ButtonLink>
              <ButtonLink to="/dashboard/inquiry-history">{t('menu.inquiryHistory')}</ButtonLink>
            </>
          )}
        </div>
      </Page>
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}
