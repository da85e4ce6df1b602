import { useWords } from '../i18n/index.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { ButtonLink } from '../ui/button.tsx';

interface StatusPageProps {
  readonly title: string;
  readonly text: string;
}

function StatusPage({ title, text }: StatusPageProps) {
  const { t } = useWords();
  usePageTitle(title);
  return (
    <div className="page-x mx-auto grid min-h-[60dvh] max-w-[75rem] content-center justify-items-start py-16">
      <svg width="160" height="24" viewBox="0 0 160 24" aria-hidden="true" className="mb-5">
        <rect x="1" y="7" width="92" height="10" rx="5" fill="var(--color-accent)" />
        <rect
          x="99"
          y="7.75"
          width="60"
          height="8.5"
          rx="4.25"
          fill="none"
          stroke="var(--color-line-strong)"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        />
      </svg>
      <h1 className="text-title">{title}</h1>
      <p className="mt-2 max-w-[34em] text-fg-muted">{text}</p>
      <ButtonLink to="/" variant="primary" className="mt-6">
        {t('pages.home')}
      </ButtonLink>
    </div>
  );
}

export function NotFoundPage() {
  const { t } = useWords();
  return <StatusPage title={t('pages.notFoundTitle')} text={t('pages.notFoundText')} />;
}
