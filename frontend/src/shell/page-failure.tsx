import { useWords } from '../i18n/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';

/** A page that broke, or whose code could not be fetched: what is so, and two ways on. */
export function PageFailure() {
  const { t } = useWords();
  return (
    <div
      role="alert"
      className="page-x mx-auto grid min-h-[60dvh] max-w-[75rem] content-center justify-items-start"
    >
      <h1 className="text-title">{t('pages.brokenTitle')}</h1>
      <p className="mt-2 max-w-[34em] text-fg-muted">{t('pages.brokenText')}</p>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('pages.reload')}
        </Button>
        <ButtonLink to="/" reloadDocument>
          {t('pages.home')}
        </ButtonLink>
      </div>
    </div>
  );
}
