import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { usePublicSettings } from '../api/public-settings.ts';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink, ExternalLink } from '../ui/button.tsx';
import { FormPage } from '../ui/form-page.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { usePageTitle } from '../ui/page-title.ts';

const SupportRoom = onDemand(() => import('../features/chat/support-room.tsx'));

/** The support chat for a member; sign-in or the messaging group for a visitor. */
export default function SupportPage() {
  const { t } = useTexts();
  const session = useSession();
  usePageTitle(t(session === undefined ? 'footer.support' : 'menu.oneOnOne'));
  return (
    <>
      {session === undefined ? <VisitorSupport /> : <SupportRoom />}
      <Suspense>
        <Outlet />
      </Suspense>
    </>
  );
}

function VisitorSupport() {
  const { t } = useTexts();
  const group = usePublicSettings()?.messagingGroupUrl;
  return (
    <FormPage
      title={t('footer.support')}
      intro={group == null ? t('support.visitorText') : t('support.visitorGroupText')}
    >
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/signin?next=%2Fdashboard%2Fone-on-one" variant="primary">
          {t('session.signIn')}
        </ButtonLink>
        {group != null && <ExternalLink href={group}>{t('forgotten.openGroup')}</ExternalLink>}
      </div>
    </FormPage>
  );
}
