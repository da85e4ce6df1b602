import { useEffect, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { isFailure } from '../api/call-failure.ts';
import { pollEveryMs } from '../api/queries.ts';
import { useTexts } from '../i18n/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { isMissingChunk, reloadIfServed } from './stale-chunk.ts';
import { StatusPage } from './status-page.tsx';
import { useOnline } from './use-online.ts';

/** Replaces a page that failed: forbidden, not downloaded, or broken. Shows the cause and what to do. */
export function PageFailure({ error }: FallbackProps) {
  // The state when the page failed: a reconnect must not change the shown cause.
  const [missing] = useState(() => !navigator.onLine || isMissingChunk(error));
  if (isFailure(error, 'FORBIDDEN')) return <ForbiddenPage />;
  return missing ? <MissingPage /> : <BrokenPage />;
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

/** The page's chunk could not be loaded. It reloads as soon as the server answers. */
function MissingPage() {
  const { t } = useTexts();
  const online = useOnline();
  const [state, setState] = useState<'asking' | Awaited<ReturnType<typeof reloadIfServed>>>('asking');
  const [retried, setRetried] = useState(false);
  useEffect(() => {
    const ask = () =>
      void reloadIfServed().then((answer) => {
        setState(answer);
        if (answer === 'gone') clearInterval(timer);
      });
    const timer = setInterval(ask, pollEveryMs);
    ask();
    return () => clearInterval(timer);
  }, []);
  if (state === 'gone') return <BrokenPage />;
  if (state !== 'unreachable') return <div className="min-h-[60dvh]" />;
  return (
    <StatusPage
      sudden
      title={online ? t('pages.serverAwayTitle') : t('pages.offlineTitle')}
      text={retried ? t('pages.stillOffline') : t('pages.offlineText')}
    >
      <Button variant="primary" onClick={() => setRetried(true)}>
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
