import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Outlet, useLocation } from 'react-router-dom';
import { PageFailure } from './page-failure.tsx';

/** Where a page is drawn. One that breaks leaves the shell standing; the next address gets a new chance. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={PageFailure} resetKeys={[pathname]}>
      {/* As tall as the window, so that what comes below the page waits below it. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
