import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router-dom';
import { classes } from '../ui/class-names.ts';
import { PageFailure } from './page-failure.tsx';
import { RouteFocus } from './route-focus.tsx';

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
