import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { classes } from '../ui/class-names.ts';
import { PageFailure } from './page-failure.tsx';

/** Renders the page. If it breaks, the shell stays; the next path is tried again. */
export function PageOutlet({ className }: { readonly className?: string }) {
  const { pathname } = useLocation();
  return (
    <>
      {/* Before the page, which may put the focus elsewhere. */}
      <RouteFocus />
      <main id="main" tabIndex={-1} className={classes('outline-none', className)}>
        <ErrorBoundary FallbackComponent={PageFailure} resetKeys={[pathname]}>
          {/* As tall as the window, so that the footer stays below it. */}
          <Suspense fallback={<div className="min-h-dvh" />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </>
  );
}

/** Dialogs with a path of their own belong to the page behind them. */
const pageOf = (pathname: string): string =>
  pathname
    .replace(/\/(sell|buy)-order$/, '/$1-history')
    .replace(/^\/dashboard\/(edit-info|settings|support)$/, '/dashboard/one-on-one');

/** The page that was shown last, in whichever shell: each mounts this anew. */
let last: string | undefined;

/** After a page change, focus and scroll go to the top; going back, the browser restores the scroll position. */
function RouteFocus() {
  const page = pageOf(useLocation().pathname);
  const how = useNavigationType();
  useEffect(() => {
    const before = last;
    last = page;
    if (before === undefined || before === page) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [page, how]);
  return null;
}

export function SkipLink() {
  const { t } = useTexts();
  return (
    <a
      href="#main"
      className="-top-16 absolute left-3 z-[70] rounded-sm bg-inverse px-3.5 py-2 text-on-inverse focus:top-2"
    >
      {t('shell.skip')}
    </a>
  );
}
