import { useEffect, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { isFailure } from '../api/call-failure.ts';
import { useTexts } from '../i18n/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { StatusPage } from './status-page.tsx';
import { useOnline } from './use-online.ts';

/** Replaces a page that failed: forbidden, offline, or broken. Shows the cause and what to do. */
export function PageFailure({ error }: FallbackProps) {
  // The state when the page failed: a reconnect must not change the shown cause.
  const [offline] = useState(() => !navigator.onLine);
  if (isFailure(error, 'FORBIDDEN')) return <ForbiddenPage />;
  return offline ? <OfflinePage /> : <BrokenPage />;
}

function ForbiddenPage() {
  const { t } = useTexts();
  return (
    <StatusPage sudden title={t('pages.forbiddenTitle')} text={t('pages.forbiddenText')}>
      <ButtonLink to="/" variant="primary" reloadDocument>
        {t('pages.home')}
      </ButtonLink>
    </StatusPage>
  );
}

/**
 * The page's chunk could not be loaded. It reloads as soon as there is a connection; an earlier reload would lose this
 * page too.
 */
function OfflinePage() {
  const { t } = useTexts();
  const online = useOnline();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (online) window.location.reload();
  }, [online]);
  return (
    <StatusPage
      sudden
      title={t('pages.offlineTitle')}
      text={asked ? t('pages.stillOffline') : t('pages.offlineText')}
    >
      <Button variant="primary" onClick={() => setAsked(true)}>
        {t('retry')}
      </Button>
    </StatusPage>
  );
}

function BrokenPage() {
  const { t } = useTexts();
  return (
    <StatusPage sudden title={t('pages.brokenTitle')} text={t('pages.brokenText')}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('pages.reload')}
      </Button>
      <ButtonLink to="/" reloadDocument>
        {t('pages.home')}
      </ButtonLink>
    </StatusPage>
  );
}
